/** Cells as a spreadsheet reads them (RFC 4180). */
export function cellsOf(file: string): string[][] {
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/y
  const rows: string[][] = [[]]
  const text = file.replace(/^\uFEFF/, '').replace(/\r\n$/, '')
  for (;;) {
    const found = cell.exec(text)
    if (!found) throw new Error(`No cell begins at ${cell.lastIndex}`)
    const [, quoted, bare, end] = found
    rows.at(-1)?.push(quoted === undefined ? (bare ?? '') : quoted.replaceAll('""', '"'))
    if (end === '') return rows
    if (end !== ',') rows.push([])
  }
}
