# Jain's index of fairness over groups, a row a choice of groups.
here = ARG0[:strlen(ARG0) - strlen('jain.gp')]; data = ARG1; picture = ARG2
height = 300
load here.'common.gp'
height = 130 + 30 * rowCount
load here.'common.gp'
load here.'rows.gp'
set title 'How evenly do groups wait?' left
set xlabel "Jain's index over the groups' mean waits (1: all wait alike)"
set xrange [low_min > 0.5 ? 0.5 : 0 : 1.02]
set xtics 0.1
plot for [k = 1:lineCount] data using (of(nth(k), 1, column('y'))):(level(nth(k))):'low':'high' with xerrorbars ls slot(nth(k)) + 1 dt 1 lw 1.4 notitle, \
    for [i = 1:lineCount] keyentry with points ls slot(i) + 1 title title(i)
