# For charts with a row a name: as high as its rows need.
if (!exists('rowHeight')) { rowHeight = 24 }
if (!exists('rest')) { rest = 110 }
height = 100
load here.'common.gp'
height = rest + rowHeight * rowCount
load here.'common.gp'
load here.'rows.gp'
