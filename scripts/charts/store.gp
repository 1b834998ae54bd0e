# Cost of a task kept by key, a row a behaviour, a panel a choice of keys.
here = ARG0[:strlen(ARG0) - strlen('store.gp')]; data = ARG1; picture = ARG2
height = 300
load here.'common.gp'
height = 130 + 34 * rowCount
load here.'common.gp'
load here.'rows.gp'
panelsLeft = 0.24
keyLeft = 0.84
panelWidth = (keyLeft - 0.02 - panelsLeft - gap * (panelCount - 1)) / panelCount
set label 1 'Cost of a task kept by key' at screen 0.02, 0.95 left
set label 2 'time per task, to add and to finish' at screen (panelsLeft + keyLeft) / 2, 0.04 center
set tmargin at screen 0.82
set bmargin at screen 0.19
scale = high_max > 3e3 ? 1e3 : 1
set xrange [0 : high_max / scale * 1.08]
set format x scale == 1e3 ? '%g µs' : '%g ns'
set multiplot
do for [p = 1:panelCount] {
    set lmargin at screen panelLeft(p)
    set rmargin at screen panelLeft(p) + panelWidth
    set title panel(p) left offset 0, -0.5
    if (p > 1) { set ytics format '' }
    if (p == panelCount) { set key at screen keyLeft, 0.82 left top vertical Left reverse } else { unset key }
    plot for [k = 1:lineCount] data using (of(nth(k), p, column('y') / scale)):(level(nth(k))):(column('low') / scale):(column('high') / scale) with xerrorbars ls slot(nth(k)) + 1 dt 1 lw 1.4 ps 1 notitle, \
        for [i = 1:lineCount] keyentry with points ls slot(i) + 1 ps 1 title title(i)
    unset label
}
unset multiplot
