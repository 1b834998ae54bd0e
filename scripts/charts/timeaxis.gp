# A logarithmic y axis of nanoseconds, labelled in ns, µs, ms or s; 2 and 5 are labelled where few powers of ten fit.
set logscale y
set yrange [low_min / 1.2 : high_max * 1.2]
set ytics () nomirror
if (!exists('labelled')) { labelled = 1 }
tick(ns) = labelled ? timeLabel(ns) : ''
do for [e = 0:13] {
    set ytics add (tick(10.0 ** e) 10.0 ** e)
    do for [m = 2:9] {
        if (high_max / low_min < 150 && (m == 2 || m == 5)) {
            set ytics add (tick(m * 10.0 ** e) m * 10.0 ** e)
        } else {
            set ytics add ('' m * 10.0 ** e 1)
        }
    }
}
