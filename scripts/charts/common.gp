# What all charts share. Each script says first where it is (`here`) and what it was given: `data`, a CSV file that
# `bench chart` has written, and `picture`, the .svg or .png to draw.
if (strlen(data) == 0 || strlen(picture) == 0) {
    print 'usage: gnuplot -c scripts/charts/NAME.gp results/latest/charts/NAME.csv picture.svg'
    exit status 2
}
isPNG = strlen(picture) > 4 && picture[strlen(picture) - 3:] eq '.png'
if (!exists('height')) { height = 400 }
width = 640

# Names are not to be read as mark-up: an underscore is an underscore.
if (isPNG) {
    set terminal pngcairo size 2 * width, 2 * height font 'DejaVu Sans,9.5' fontscale 2 linewidth 2 pointscale 2 \
        noenhanced background '#ffffff'
} else {
    set terminal svg size width, height fixed font 'Helvetica,13' noenhanced background '#ffffff'
}
set encoding utf8
set output picture
set datafile separator comma
set datafile columnheaders
# A point that is not of the line being drawn does not interrupt it.
set datafile missing NaN

# The looks: line style s + 1 is slot s of the palette.
colours = ''; widths = ''; owners = ''; slots = 0
addLook(c, w) = (colours = colours.' '.c, widths = widths.' '.w, slots = slots + 1, 0)
dashes = ''; points = ''
addMark(d, p) = (dashes = dashes.' '.d, points = points.' '.p, 0)
stats here.'palette.csv' using (addLook(strcol('colour'), strcol('width')) + addMark(strcol('dash'), strcol('point'))) nooutput
do for [s = 1:slots] {
    set style line s lc rgb word(colours, s) lw real(word(widths, s)) dt int(word(dashes, s)) pt int(word(points, s)) ps 0.7
}
colour(s) = word(colours, s + 1)
isOwn(s) = real(word(widths, s + 1)) > 2

# The lines, in the order of the data, and the panels.
lines = ''; lineSlots = ''; lineCount = 0; panels = ''; panelCount = 0; rows = ''; rowCount = 0
quoted(text) = '"'.text.'"'
addLine(key, s) = strstrt(lines, quoted(key)) ? 0 : (lines = lines.' '.quoted(key), lineSlots = lineSlots.' '.s, lineCount = lineCount + 1, 0)
addPanel(p) = strstrt(panels, quoted(p)) ? 0 : (panels = panels.' '.quoted(p), panelCount = panelCount + 1, 0)
addRow(r) = strlen(r) == 0 || strstrt(rows, quoted(r)) ? 0 : (rows = rows.' '.quoted(r), rowCount = rowCount + 1, 0)
key(implementation, variant) = implementation.'|'.variant
stats data using (addLine(key(strcol('implementation'), strcol('variant')), strcol('slot')) + addPanel(strcol('panel')) + addRow(strcol('row'))) nooutput
line(i) = word(lines, i)
slot(i) = int(word(lineSlots, i))
variant(i) = line(i)[strstrt(line(i), '|') + 1:]
implementation(i) = line(i)[:strstrt(line(i), '|') - 1]
title(i) = strlen(variant(i)) ? implementation(i).', '.variant(i) : implementation(i)
panel(p) = word(panels, p)
row(r) = word(rows, r)
# Ours last, so that they are on top.
order = ''
do for [own = 0:1] { do for [i = 1:lineCount] { if (isOwn(slot(i)) == own) { order = order.' '.i } } }
nth(k) = int(word(order, k))

# `number` in the records of line i in panel p; anywhere else there is no point.
isOf(i, p) = strcol('panel') eq panel(p) && key(strcol('implementation'), strcol('variant')) eq line(i)
of(i, p, number) = isOf(i, p) ? number : NaN

# How far the figures of all panels reach, intervals too.
stats data using 'low' nooutput name 'low'
stats data using 'high' nooutput name 'high'
stats data using 'x' nooutput name 'x'

timeLabel(ns) = ns < 1e3 ? sprintf('%g ns', ns) : ns < 1e6 ? sprintf('%g µs', ns / 1e3) : ns < 1e9 ? sprintf('%g ms', ns / 1e6) : sprintf('%g s', ns / 1e9)
countLabel(n) = n < 1e3 ? sprintf('%g', n) : n < 1e6 ? sprintf('%gk', n / 1e3) : sprintf('%gM', n / 1e6)

set border 3 lc rgb '#777777' lw 0.8
set tics nomirror out scale 0.5 textcolor rgb '#333333'
set grid ytics xtics lc rgb '#dcdcdc' lw 0.8, lc rgb '#f2f2f2' lw 0.6

# A heading and, under it, what of the run is shown. Where this is drawn, titles belong to panels.
heading = ''
# Only the PNG's fonts have a bold one.
boldFont = isPNG ? ':Bold' : ''
subtitle = ''
head = "set label 1 heading at screen 0.02, screen 1 - 20.0 / height left font boldFont textcolor rgb '#111111';" \
    ."set label 2 subtitle at screen 0.02, screen 1 - 39.0 / height left textcolor rgb '#555555';" \
    ."set tmargin at screen 1 - (strlen(subtitle) ? 58.0 : 42.0) / height"
set key outside right top vertical Left reverse samplen 2.2 spacing 1.15 textcolor rgb '#222222'

# Panels side by side, with one key below them: `below` first, `beside` before plotting panel p, and `legend` before
# plotting the entries of the key alone.
panelsLeft = 0.13
panelsRight = 0.985
gap = 0.03
keyColumns = 4
longestTitle = 1
do for [i = 1:lineCount] { longestTitle = strlen(title(i)) > longestTitle ? strlen(title(i)) : longestTitle }
keyHeight = 0
xtitle = ''
ytitle = ''
keyCount = lineCount
below = "while (keyColumns > 1 && keyColumns * (48 + 7.2 * longestTitle) > 0.94 * width) { keyColumns = keyColumns - 1 };" \
    ."keyHeight = (12.0 + 22.0 * ceil(keyCount / real(keyColumns))) / height;" \
    ."set bmargin at screen keyHeight + 58.0 / height;" \
    ."set label 3 xtitle at screen (panelsLeft + panelsRight) / 2, screen keyHeight + 14.0 / height center;" \
    ."set label 4 ytitle at screen 0.02, screen (keyHeight + 58.0 / height + 1 - 70.0 / height) / 2 center rotate;" \
    ."panelWidth = (panelsRight - panelsLeft - gap * (panelCount - 1)) / panelCount; unset key"
beside = "set lmargin at screen panelsLeft + (p - 1) * (panelWidth + gap);" \
    ."set rmargin at screen panelsLeft + (p - 1) * (panelWidth + gap) + panelWidth;" \
    ."set tmargin at screen 1 - (strlen(subtitle) ? 82.0 : 64.0) / height;" \
    ."set label 5 panel(p) at graph 0, graph 1 left offset 0, 0.8 textcolor rgb '#333333'"
legend = "unset label; unset arrow; unset border; unset grid; unset logscale; set xrange [0:1]; set yrange [0:1];" \
    ."set xtics ('' 2); set ytics ('' 2);" \
    ."set lmargin at screen 0.03; set rmargin at screen 0.97; set bmargin at screen 0; set tmargin at screen keyHeight;" \
    ."set key inside center center horizontal Left reverse maxcols keyColumns"
niceStep(span) = (s_ = 10 ** floor(log10(span)), span / s_ > 5 ? s_ * 10 : span / s_ > 2 ? s_ * 5 : span / s_ > 1 ? s_ * 2 : s_)
