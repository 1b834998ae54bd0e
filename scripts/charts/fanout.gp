# Elements a second against the limit, with the fitted scalability law and its knee, one panel a body.
here = ARG0[:strlen(ARG0) - strlen('fanout.gp')]; data = ARG1; picture = ARG2
height = 380
load here.'common.gp'
heading = 'Fan-out: elements a second against the limit'
xtitle = 'limit (elements in work at once)'
ytitle = 'elements a second'
is(i, v) = variant(i) eq v
measured = ''; laws = ''; knees = ''
do for [k = 1:lineCount] {
    i = nth(k)
    if (is(i, '')) { measured = measured.' '.i }
    if (is(i, 'law')) { laws = laws.' '.i }
    if (is(i, 'knee')) { knees = knees.' '.i }
}
keyCount = words(measured) + 2
keyColumns = 3
eval head
eval below
set logscale xy
set xrange [x_min / 1.3 : x_max * 1.3]
set yrange [1e9 / high_max / 1.4 : 1e9 / low_min * 1.4]
set xtics ()
do for [e = 0:10] { set xtics add ((panelCount < 3 || e % 2 == 0) ? sprintf('%d', 2 ** e) : '' 2 ** e) }
rate(ns) = 1e9 / ns
set multiplot
do for [p = 1:panelCount] {
    set ytics ()
    do for [e = 0:9] {
        set ytics add (p == 1 ? countLabel(10.0 ** e) : '' 10.0 ** e)
        do for [m = 2:9] { set ytics add ('' m * 10.0 ** e 1) }
    }
    eval beside
    plot for [i in laws] data using (of(int(i), p, column('x'))):(rate(column('y'))) with lines ls slot(int(i)) + 1 dt 1 notitle, \
        for [i in knees] data using (of(int(i), p, column('x'))):(rate(column('y'))) with points ls slot(int(i)) + 1 pt 6 ps 1.7 lw 1.4 notitle, \
        for [i in measured] data using (of(int(i), p, column('x'))):(rate(column('y'))):(rate(column('high'))):(rate(column('low'))) with yerrorbars ls slot(int(i)) + 1 dt 1 lw 1.4 notitle
    unset label
}
eval legend
plot NaN notitle, \
    for [i in measured] keyentry with points ls slot(int(i)) + 1 title title(int(i)), \
    keyentry with lines lc rgb '#555555' lw 1.6 title 'fitted law', keyentry with points pt 6 ps 1.7 lc rgb '#555555' title 'its knee'
unset multiplot
