# Waiting times by percentile, to 99.9: the x axis is logarithmic in what lies beyond.
here = ARG0[:strlen(ARG0) - strlen('latency-percentiles.gp')]; data = ARG1; picture = ARG2
load here.'common.gp'
load here.'timeaxis.gp'
heading = 'Waiting time, by percentile'
subtitle = panel(1)
eval head
set xlabel 'percentile of operations'
set ylabel 'time from arrival to start'
set logscale x
set xrange [1.25 : 1250]
set xtics ('50 %%' 2, '90 %%' 10, '99 %%' 100, '99.9 %%' 1000)
beyond(percent) = 100.0 / (100.0 - percent)
plot for [k = 1:lineCount] data using (of(nth(k), 1, beyond(column('x')))):'y':'low':'high' with yerrorbars ls slot(nth(k)) + 1 pt 0 dt 1 lw 1 notitle, \
    for [k = 1:lineCount] data using (of(nth(k), 1, beyond(column('x')))):'y' with linespoints ls slot(nth(k)) + 1 notitle, \
    for [i = 1:lineCount] keyentry with linespoints ls slot(i) + 1 title title(i)
