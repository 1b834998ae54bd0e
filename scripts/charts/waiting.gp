# Waiting times of readers and of writers against the share of readers.
here = ARG0[:strlen(ARG0) - strlen('waiting.gp')]; data = ARG1; picture = ARG2
height = 360
load here.'common.gp'
load here.'timeaxis.gp'
set xrange [-8 : 108]
set xtics ('0' 0, '50' 50, '100' 100) out
set mxtics
aside(i) = (i - (lineCount + 1) / 2.0) * 1.5
set tmargin at screen 0.84
set bmargin at screen 0.15
set label 1 'Who waits, readers or writers?  '.panel(1)[strstrt(panel(1), '('):] at screen 0.02, 0.95 left
set label 2 'operations that read, %' at screen (panelsLeft + keyLeft) / 2, 0.035 center
set label 3 'median wait, submission to start' at screen 0.025, 0.5 center rotate
set multiplot
do for [p = 1:panelCount] {
    set lmargin at screen panelLeft(p)
    set rmargin at screen panelLeft(p) + panelWidth
    set title panel(p)[:strstrt(panel(p), '(') - 2] left offset 0, -0.5
    if (p > 1) { set format y ''; set ytics format '' }
    if (p == panelCount) { set key at screen keyLeft, 0.84 left top vertical Left reverse } else { unset key }
    plot for [k = 1:lineCount] data using (of(nth(k), p, column('x') + aside(nth(k)))):'y':'low':'high' with yerrorbars ls slot(nth(k)) + 1 pt 0 dt 1 lw 1 notitle, \
        for [k = 1:lineCount] data using (of(nth(k), p, column('x') + aside(nth(k)))):'y' with linespoints ls slot(nth(k)) + 1 notitle, \
        for [i = 1:lineCount] keyentry with linespoints ls slot(i) + 1 title title(i)
    unset label
}
unset multiplot
