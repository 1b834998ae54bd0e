# A y axis of names, the first on top, with room for every line beside each other in a row.
set yrange [rowCount - 0.5 : -0.5]
set ytics scale 0 format ''
set ytics ()
set grid noytics
# As labels and not as tics, whose text would be a format: names may have a %.
longest = 0
do for [r = 1:rowCount] {
    set label 10 + r row(r) at graph 0, first r - 1 right offset -1, 0 textcolor rgb '#333333'
    longest = strlen(row(r)) > longest ? strlen(row(r)) : longest
}
set lmargin longest + 2
do for [r = 1:rowCount - 1] { set arrow from graph 0, first r - 0.5 to graph 1, first r - 0.5 nohead lc rgb '#ececec' lw 0.8 back }
level(i) = column('x') + (i - (lineCount + 1) / 2.0) * 0.7 / lineCount
