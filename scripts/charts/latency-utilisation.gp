# Mean waits against utilisation with queueing theory's curve, one panel a distribution of service times.
here = ARG0[:strlen(ARG0) - strlen('latency-utilisation.gp')]; data = ARG1; picture = ARG2
height = 400
load here.'common.gp'
if (panelCount > 1) { height = 330 * panelCount; load here.'common.gp' }
load here.'timeaxis.gp'
set xlabel 'utilisation (share of the time that the server has work)'
set ylabel 'mean time from arrival to start'
set xrange [0 : 1]
set xtics 0.2
# Side by side, or the intervals of one utilisation would cover each other.
aside(i) = variant(i) eq 'theory' ? 0 : (i - (lineCount + 1) / 2.0) * 0.012
isTheory(i) = variant(i) eq 'theory'
if (panelCount > 1) { set multiplot layout panelCount, 1 }
do for [p = 1:panelCount] {
    set title (p == 1 ? "Mean wait against utilisation\n" : '').panel(p) left
    plot for [k = 1:lineCount] data using (isTheory(nth(k)) ? of(nth(k), p, column('x')) : NaN):'y' with lines ls slot(nth(k)) + 1 notitle, \
        for [k = 1:lineCount] data using (isTheory(nth(k)) ? NaN : of(nth(k), p, column('x') + aside(nth(k)))):'y':'low':'high' with yerrorbars ls slot(nth(k)) + 1 dt 1 notitle, \
        for [i = 1:lineCount] keyentry with points ls slot(i) + 1 title isTheory(i) ? '' : title(i), \
        keyentry with lines ls 1 title 'theory'
}
if (panelCount > 1) { unset multiplot }
