# Allocations per operation, a bar an implementation, the fewest first.
here = ARG0[:strlen(ARG0) - strlen('allocations.gp')]; data = ARG1; picture = ARG2
height = 300
load here.'common.gp'
height = 110 + 24 * rowCount
load here.'common.gp'
load here.'rows.gp'
unset key
set title 'Allocations per operation' left
set xlabel 'allocations'
set xrange [0 : high_max * 1.1]
set style fill solid 1.0 noborder
set boxwidth 0.6
plot for [i = 1:lineCount] data using (of(i, 1, column('y') / 2)):'x':(column('y') / 2):(0.32) with boxxyerror lc rgb colour(slot(i)) notitle, \
    data using 'y':'x':(sprintf('%.2f', column('y'))) with labels left offset 0.6, 0 notitle
