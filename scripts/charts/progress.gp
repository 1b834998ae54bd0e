# Cost of reporting progress against the interval of delivery, one line an implementation and coalescer.
here = ARG0[:strlen(ARG0) - strlen('progress.gp')]; data = ARG1; picture = ARG2
height = 460
load here.'common.gp'
heading = 'Cost of reporting progress'
subtitle = 'without combining events, and with each way of combining them'
xtitle = 'interval of delivery, ms'
gap = 0.09
eval head
eval below
# Evenly spaced by name: the interval 0 has no logarithm.
position(us) = us <= 0 ? 0 : us <= 1000 ? 1 : us <= 10000 ? 2 : us <= 50000 ? 3 : 4
set xrange [-0.5 : 4.5]
set xtics ('0' 0, '1' 1, '10' 2, '50' 3, '100' 4)
aside(i) = (i - (lineCount + 1) / 2.0) * 0.05
mark(i) = variant(i) eq 'sum' ? 6 : variant(i) eq 'text' ? 8 : variant(i) eq 'boundary' ? 4 : 7
pattern(i) = variant(i) eq 'sum' ? 2 : variant(i) eq 'text' ? 3 : variant(i) eq 'boundary' ? 4 : 1
array Low[panelCount]
array High[panelCount]
do for [p = 1:panelCount] {
    stats data using (strcol('panel') eq panel(p) ? column('low') : NaN) nooutput name 'low'
    stats data using (strcol('panel') eq panel(p) ? column('high') : NaN) nooutput name 'high'
    Low[p] = low_min
    High[p] = high_max
}
tick(p, e) = strstrt(panel(p), 'wake-ups') ? sprintf('%g', 10.0 ** e) : timeLabel(10.0 ** e)
set multiplot
do for [p = 1:panelCount] {
    eval beside
    set logscale y
    set yrange [Low[p] / 1.5 : High[p] * 1.5]
    set ytics ()
    do for [e = -8:9] { set ytics add (tick(p, e) 10.0 ** e) }
    plot for [k = 1:lineCount] data using (of(nth(k), p, position(column('x')) + aside(nth(k)))):'y':'low':'high' with yerrorbars ls slot(nth(k)) + 1 pt 0 dt 1 lw 1 notitle, \
        for [k = 1:lineCount] data using (of(nth(k), p, position(column('x')) + aside(nth(k)))):'y' with linespoints ls slot(nth(k)) + 1 dt pattern(nth(k)) pt mark(nth(k)) notitle
    unset label
}
eval legend
plot NaN notitle, \
    for [i = 1:lineCount] keyentry with linespoints ls slot(i) + 1 dt pattern(i) pt mark(i) title title(i)
unset multiplot
