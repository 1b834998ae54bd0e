# Allocations per operation, a bar an implementation, the fewest first.
here = ARG0[:strlen(ARG0) - strlen('allocations.gp')]; data = ARG1; picture = ARG2
load here.'rows-size.gp'
heading = 'Allocations per operation'
eval head
unset key
set xlabel 'allocations'
set xrange [0 : high_max * 1.1]
set style fill solid 1.0 noborder
plot for [i = 1:lineCount] data using (of(i, 1, column('y') / 2)):'x':(column('y') / 2):(0.32) with boxxyerror lc rgb colour(slot(i)) notitle, \
    data using 'y':'x':(sprintf('%.2f', column('y'))) with labels left offset 0.6, 0 notitle
