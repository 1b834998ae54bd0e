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
set grid ytics xtics lc rgb '#e6e6e6' lw 0.8, lc rgb '#f2f2f2' lw 0.6
set key outside right top vertical Left reverse samplen 2.2 spacing 1.15 textcolor rgb '#222222'
set errorbars small

# Panels side by side with one key to the right of them: call beside(p) before plotting panel p.
keyLeft = 0.775
panelsLeft = 0.115
gap = 0.035
panelWidth = panelCount ? (keyLeft - 0.02 - panelsLeft - gap * (panelCount - 1)) / panelCount : 1
panelLeft(p) = panelsLeft + (p - 1) * (panelWidth + gap)
