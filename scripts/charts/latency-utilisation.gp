# Mean waits against utilisation with queueing theory's curve, one panel a distribution of service times.
here = ARG0[:strlen(ARG0) - strlen('latency-utilisation.gp')]; data = ARG1; picture = ARG2
height = 420
load here.'common.gp'
heading = 'Mean wait against utilisation'
subtitle = 'the grey curve is what queueing theory expects'
xtitle = 'utilisation (share of the time that there is work)'
ytitle = 'mean time from arrival to start'
eval head
eval below
set xrange [0 : 1]
set xtics 0.2
# Side by side, or the intervals of one utilisation would cover each other.
aside(i) = (i - (lineCount + 1) / 2.0) * 0.009 * panelCount
measured = ''; curves = ''
do for [k = 1:lineCount] {
    i = nth(k)
    if (variant(i) eq 'theory') { curves = curves.' '.i } else { measured = measured.' '.i }
}
set multiplot
do for [p = 1:panelCount] {
    labelled = p == 1
    load here.'timeaxis.gp'
    eval beside
    plot for [i in curves] data using (of(int(i), p, column('x'))):'y' with lines ls slot(int(i)) + 1 notitle, \
        for [i in measured] data using (of(int(i), p, column('x') + aside(int(i)))):'y':'low':'high' with yerrorbars ls slot(int(i)) + 1 dt 1 lw 1.4 notitle
    unset label
}
eval legend
plot NaN notitle, \
    for [i in measured] keyentry with points ls slot(int(i)) + 1 title title(int(i)), \
    keyentry with lines ls 1 title 'theory'
unset multiplot
