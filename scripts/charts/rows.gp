# A y axis of names, the first on top, with room for every line beside each other in a row.
if (!exists('rowFont')) { rowFont = '' }
set ytics scale 0 format ''
set ytics ()
set grid noytics
# As labels and not as tics, whose text would be a format: names may have a %.
longest = 0
if (!exists('splitsRows')) { splitsRows = 0 }
letter = strlen(rowFont) ? 5.9 : 7.0
# A name of two lines has a | between them.
cut(name) = strstrt(name, '|')
isSplit(name) = splitsRows && cut(name) > 0
rowLength(name) = isSplit(name) ? (cut(name) > strlen(name) / 2 ? cut(name) : strlen(name) - cut(name)) : strlen(name)
do for [r = 1:rowCount] {
    name = ''
    stats data using (column('x') == r - 1 ? (name = strcol('row'), 0) : 0) nooutput
    upper = isSplit(name) ? name[:cut(name) - 1] : name
    lower = isSplit(name) ? name[cut(name) + 1:] : ''
    set label 10 + r upper at graph 0, first r - 1 right \
        offset -1, (isSplit(name) ? 0.4 : 0) font rowFont textcolor rgb '#333333'
    if (isSplit(name)) {
        set label 500 + r lower at graph 0, first r - 1 right offset -1, -0.4 font rowFont \
            textcolor rgb '#777777'
    }
    longest = rowLength(name) > longest ? rowLength(name) : longest
}
set yrange [rowCount - 0.5 : -0.5]
rowsLeft = (14 + letter * longest) / width
set lmargin at screen rowsLeft
do for [r = 1:rowCount - 1] { set arrow from graph 0, first r - 0.5 to graph 1, first r - 0.5 nohead lc rgb '#ececec' lw 0.8 back }
level(i) = column('x') + (i - (lineCount + 1) / 2.0) * 0.7 / lineCount
