# Jain's index of fairness over groups, a row a choice of groups.
here = ARG0[:strlen(ARG0) - strlen('jain.gp')]; data = ARG1; picture = ARG2
rowHeight = 30
rest = 150
load here.'rows-size.gp'
heading = 'How evenly do groups wait?'
xtitle = "Jain's index (1: all groups wait alike)"
panelsLeft = rowsLeft
panelsRight = 0.96
keyColumns = 5
eval head
eval below
set rmargin at screen panelsRight
span = 1 - low_min > 0.01 ? 1 - low_min : 0.01
set xrange [1 - 1.1 * span : 1 + 0.05 * span]
set xtics niceStep(span / 6)
set multiplot
plot for [k = 1:lineCount] data using (of(nth(k), 1, column('y'))):(level(nth(k))):'low':'high' with xerrorbars ls slot(nth(k)) + 1 dt 1 lw 1.4 notitle
unset label
eval legend
plot NaN notitle, for [i = 1:lineCount] keyentry with points ls slot(i) + 1 title title(i)
unset multiplot
