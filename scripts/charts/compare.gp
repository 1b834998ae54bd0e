# Candidate over base, a row a case, with intervals: a forest plot. The grey band is what is too small to matter.
here = ARG0[:strlen(ARG0) - strlen('compare.gp')]; data = ARG1; picture = ARG2
rowHeight = 30
rest = 140
splitsRows = 1
rowFont = strlen(picture) > 4 && picture[strlen(picture) - 3:] eq '.png' ? ',7.5' : ',10'
load here.'rows-size.gp'
heading = 'Candidate over base'
subtitle = panel(1)
xtitle = 'ratio of medians, with interval (logarithmic)'
rowsLeft = rowsLeft > 0.62 ? 0.62 : rowsLeft
panelsLeft = rowsLeft
panelsRight = 0.97
keyCount = 3
eval head
eval below
set lmargin at screen panelsLeft
set rmargin at screen panelsRight
set logscale x
reach = high_max > 1 / low_min ? high_max : 1 / low_min
reach = reach < 1.1 ? 1.1 : reach * 1.05
set xrange [1 / reach : reach]
set xtics ()
few = reach < 12 ? '0.1 0.2 0.5 1 2 5 10' : '0.0001 0.001 0.01 0.1 1 10 100 1000'
do for [v in few] { set xtics add (v.'×' real(v)) }
if (reach < 3) { do for [v in '0.6 0.7 0.8 0.9 1.1 1.2 1.4 1.7'] { if (reach < 1.6 || v eq '0.7' || v eq '1.4') { set xtics add (v.'×' real(v)) } } }
set object 1 rectangle from first 0.97, graph 0 to first 1.03, graph 1 fillcolor rgb '#eeeeee' fillstyle solid noborder behind
set arrow 100 from first 1, graph 0 to first 1, graph 1 nohead lc rgb '#777777' lw 1 back
look(v) = v eq 'better' ? '#0072B2' : v eq 'worse' ? '#D55E00' : '#767676'
mark(v) = v eq 'better' ? 5 : v eq 'worse' ? 9 : 6
is(v) = strcol('variant') eq v ? column('y') : NaN
set multiplot
plot for [v in 'better worse unclear'] data using (is(v)):'x':'low':'high' with xerrorbars lc rgb look(v) pt mark(v) ps 0.8 lw 1.4 notitle
unset label; unset object
eval legend
plot NaN notitle, for [v in 'better worse unclear'] keyentry with points lc rgb look(v) pt mark(v) title v
unset multiplot
