/** Rows under their headings, each column as wide as its widest cell. */
export function table(rows: Record<string, string | number>[]): string {
  const heads = Object.keys(rows[0] ?? {})
  const lines = [heads, ...rows.map((row) => heads.map((head) => String(row[head] ?? '')))]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines.map((line) => line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ')).join('\n')
}
