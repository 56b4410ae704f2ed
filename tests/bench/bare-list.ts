/**
 * A list of `count` rows in a page of its own, by hand and with nothing in it: what a browser can do at most on this
 * machine with rows of this height.
 */
export const bareList = ({
  count,
  rowHeight,
  width,
  height,
}: {
  count: number
  rowHeight: number
  width: number
  height: number
}): string => `<!doctype html><html><head><style>
  body { margin: 0; font: 14px sans-serif }
  #pane { width: ${width}px; height: ${height}px; overflow-y: auto }
  #all { position: relative; height: ${count * rowHeight}px }
  #all > div { position: absolute; inset: 0 0 auto; height: ${rowHeight}px; border-bottom: 1px solid #ddd }
</style></head><body><div id="pane"><div id="all"></div></div><script>
  const pane = document.getElementById('pane'), all = document.getElementById('all'), rows = new Map()
  const draw = () => {
    const first = Math.max(0, Math.floor(pane.scrollTop / ${rowHeight}) - 8)
    const last = Math.min(${count}, Math.ceil((pane.scrollTop + ${height}) / ${rowHeight}) + 8)
    for (const [index, row] of rows) if (index < first || index >= last) { row.remove(); rows.delete(index) }
    for (let index = first; index < last; index++) if (!rows.has(index)) {
      const row = document.createElement('div')
      row.textContent = 'Row ' + index
      row.style.transform = 'translateY(' + index * ${rowHeight} + 'px)'
      rows.set(index, row)
      all.append(row)
    }
  }
  pane.addEventListener('scroll', draw)
  draw()
</script></body></html>`
