# A y axis of names, the first on top, with room for every line beside each other in a row.
set ytics scale 0 format ''
set ytics ()
set grid noytics
# As labels and not as tics, whose text would be a format: names may have a %.
longest = 0
do for [r = 1:rowCount] {
    name = ''
    stats data using (column('x') == r - 1 ? (name = strcol('row'), 0) : 0) nooutput
    set label 10 + r name at graph 0, first r - 1 right offset -1, 0 textcolor rgb '#333333'
    longest = strlen(name) > longest ? strlen(name) : longest
}
set yrange [rowCount - 0.5 : -0.5]
rowsLeft = (14 + 7.0 * longest) / width
set lmargin at screen rowsLeft
do for [r = 1:rowCount - 1] { set arrow from graph 0, first r - 0.5 to graph 1, first r - 0.5 nohead lc rgb '#ececec' lw 0.8 back }
level(i) = column('x') + (i - (lineCount + 1) / 2.0) * 0.7 / lineCount
