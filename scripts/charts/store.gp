# Cost of a task kept by key, a row a behaviour, a panel a choice of keys.
here = ARG0[:strlen(ARG0) - strlen('store.gp')]; data = ARG1; picture = ARG2
rowHeight = 34
rest = 150
load here.'rows-size.gp'
heading = 'Cost of a task kept by key'
scale = high_max > 2e3 ? 1e3 : 1
xtitle = 'time per task, to add and to finish, '.(scale == 1e3 ? 'µs' : 'ns')
panelsLeft = rowsLeft
eval head
eval below
set xrange [0 : high_max / scale * 1.08]
set multiplot
do for [p = 1:panelCount] {
    eval beside
    plot for [k = 1:lineCount] data using (of(nth(k), p, column('y') / scale)):(level(nth(k))):(column('low') / scale):(column('high') / scale) with xerrorbars ls slot(nth(k)) + 1 dt 1 lw 1.4 ps 1 notitle
    unset label
}
eval legend
plot NaN notitle, \
    for [i = 1:lineCount] keyentry with points ls slot(i) + 1 ps 1 title title(i)
unset multiplot
