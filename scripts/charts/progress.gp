# Cost of reporting progress against the interval of delivery, one line an implementation and coalescer.
here = ARG0[:strlen(ARG0) - strlen('progress.gp')]; data = ARG1; picture = ARG2
height = 360
load here.'common.gp'
# Evenly spaced by name: the interval 0 has no logarithm.
position(us) = us <= 0 ? 0 : us <= 1000 ? 1 : us <= 10000 ? 2 : us <= 50000 ? 3 : 4
set xrange [-0.5 : 4.5]
set xtics ('0' 0, '1' 1, '10' 2, '50' 3, '100' 4)
aside(i) = (i - (lineCount + 1) / 2.0) * 0.07
mark(i) = variant(i) eq 'sum' ? 6 : variant(i) eq 'text' ? 8 : variant(i) eq 'boundary' ? 4 : 7
pattern(i) = variant(i) eq 'sum' ? 2 : variant(i) eq 'text' ? 3 : variant(i) eq 'boundary' ? 4 : 1
gap = 0.1
panelWidth = (keyLeft - 0.02 - panelsLeft - gap * (panelCount - 1)) / panelCount
set tmargin at screen 0.82
set bmargin at screen 0.15
set label 1 'Cost of reporting progress' at screen 0.02, 0.95 left
set label 2 'interval of delivery, ms' at screen (panelsLeft + keyLeft) / 2, 0.035 center
array Low[panelCount]
array High[panelCount]
do for [p = 1:panelCount] {
    stats data using (strcol('panel') eq panel(p) ? column('low') : NaN) nooutput name 'low'
    stats data using (strcol('panel') eq panel(p) ? column('high') : NaN) nooutput name 'high'
    Low[p] = low_min
    High[p] = high_max
}
set logscale y
set multiplot
do for [p = 1:panelCount] {
    set lmargin at screen panelLeft(p)
    set rmargin at screen panelLeft(p) + panelWidth
    set title panel(p) left offset 0, -0.5
    set ytics ()
    do for [e = 0:8] { if (p == 1) { set ytics add (timeLabel(10.0 ** e) 10.0 ** e) } }
    do for [e = -7:2] { if (p == 2) { set ytics add (sprintf('%g', 10.0 ** e) 10.0 ** e) } }
    set yrange [Low[p] / 1.5 : High[p] * 1.5]
    if (p == panelCount) { set key at screen keyLeft, 0.82 left top vertical Left reverse width -4 } else { unset key }
    plot for [k = 1:lineCount] data using (of(nth(k), p, position(column('x')) + aside(nth(k)))):'y':'low':'high' with yerrorbars ls slot(nth(k)) + 1 pt 0 dt 1 lw 1 notitle, \
        for [k = 1:lineCount] data using (of(nth(k), p, position(column('x')) + aside(nth(k)))):'y' with linespoints ls slot(nth(k)) + 1 dt pattern(nth(k)) pt mark(nth(k)) notitle, \
        for [i = 1:lineCount] keyentry with linespoints ls slot(i) + 1 dt pattern(i) pt mark(i) title title(i)
    unset label
}
unset multiplot
