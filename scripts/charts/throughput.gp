# Cost of an operation against backlog, log–log, one line an implementation.
here = ARG0[:strlen(ARG0) - strlen('throughput.gp')]; data = ARG1; picture = ARG2
load here.'common.gp'
load here.'timeaxis.gp'
heading = 'Cost of an empty operation'
eval head
set xlabel 'backlog (operations submitted before any is awaited)'
set ylabel 'time per operation'
set logscale x
set xrange [x_min / 1.3 : x_max * 1.3]
set xtics ()
do for [e = 0:7] { set xtics add (countLabel(10.0 ** e) 10.0 ** e) }
plot for [k = 1:lineCount] data using (of(nth(k), 1, column('x'))):'y':'low':'high' with yerrorbars ls slot(nth(k)) + 1 pt 0 dt 1 lw 1 notitle, \
    for [k = 1:lineCount] data using (of(nth(k), 1, column('x'))):'y' with linespoints ls slot(nth(k)) + 1 notitle, \
    for [i = 1:lineCount] keyentry with linespoints ls slot(i) + 1 title title(i)
