# Waiting times of readers and of writers against the share of readers.
here = ARG0[:strlen(ARG0) - strlen('waiting.gp')]; data = ARG1; picture = ARG2
height = 380
load here.'common.gp'
heading = 'Who waits, readers or writers?'
subtitle = panel(1)[strstrt(panel(1), ': ') + 2:]
xtitle = 'operations that read, %'
ytitle = 'median wait until the start'
eval head
eval below
set xrange [-8 : 108]
set xtics ('0' 0, '25' 25, '50' 50, '75' 75, '100' 100)
aside(i) = (i - (lineCount + 1) / 2.0) * 1.5
set multiplot
do for [p = 1:panelCount] {
    labelled = p == 1
    load here.'timeaxis.gp'
    eval beside
    set label 5 panel(p)[:strstrt(panel(p), ':') - 1]
    plot for [k = 1:lineCount] data using (of(nth(k), p, column('x') + aside(nth(k)))):'y':'low':'high' with yerrorbars ls slot(nth(k)) + 1 pt 0 dt 1 lw 1 notitle, \
        for [k = 1:lineCount] data using (of(nth(k), p, column('x') + aside(nth(k)))):'y' with linespoints ls slot(nth(k)) + 1 notitle
    unset label
}
eval legend
plot NaN notitle, \
    for [i = 1:lineCount] keyentry with linespoints ls slot(i) + 1 title title(i)
unset multiplot
