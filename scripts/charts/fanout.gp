# Elements a second against the limit, with the fitted scalability law and its knee, one panel a body.
here = ARG0[:strlen(ARG0) - strlen('fanout.gp')]; data = ARG1; picture = ARG2
height = 340
load here.'common.gp'
set logscale xy
set xrange [x_min / 1.3 : x_max * 1.3]
set xtics ()
do for [e = 0:10] { set xtics add (sprintf('%d', 2 ** e) 2 ** e) }
do for [e = 1:9:2] { if (panelCount > 2) { set xtics add ('' 2 ** e) } }
set ytics ()
do for [e = 0:9] {
    set ytics add (countLabel(10.0 ** e) 10.0 ** e)
    do for [m = 2:9] { set ytics add ('' m * 10.0 ** e 1) }
}
set yrange [1e9 / high_max / 1.4 : 1e9 / low_min * 1.4]
rate(ns) = 1e9 / ns
is(i, v) = variant(i) eq v
set tmargin at screen 0.82
set bmargin at screen 0.16
set label 1 'Fan-out: elements a second against the limit' at screen 0.02, 0.95 left
set label 2 'limit (elements in work at once)' at screen (panelsLeft + keyLeft) / 2, 0.04 center
set label 3 'elements a second' at screen 0.025, 0.5 center rotate
set multiplot
do for [p = 1:panelCount] {
    set lmargin at screen panelLeft(p)
    set rmargin at screen panelLeft(p) + panelWidth
    set title panel(p) left offset 0, -0.5
    if (p > 1) { set format y ''; set ytics format '' }
    if (p == panelCount) { set key at screen keyLeft, 0.82 left top vertical Left reverse } else { unset key }
    plot for [k = 1:lineCount] data using (is(nth(k), 'law') ? of(nth(k), p, column('x')) : NaN):(rate(column('y'))) with lines ls slot(nth(k)) + 1 dt 1 notitle, \
        for [k = 1:lineCount] data using (is(nth(k), 'knee') ? of(nth(k), p, column('x')) : NaN):(rate(column('y'))) with points ls slot(nth(k)) + 1 pt 6 ps 1.7 lw 1.4 notitle, \
        for [k = 1:lineCount] data using (is(nth(k), '') ? of(nth(k), p, column('x')) : NaN):(rate(column('y'))):(rate(column('high'))):(rate(column('low'))) with yerrorbars ls slot(nth(k)) + 1 dt 1 lw 1.4 notitle, \
        for [i = 1:lineCount] keyentry with points ls slot(i) + 1 title is(i, '') ? title(i) : '', \
        keyentry with lines lc rgb '#555555' lw 1.6 title 'fitted law', keyentry with points pt 6 ps 1.7 lc rgb '#555555' title 'its knee'
    unset label
}
unset multiplot
