/** One row of a font's directory of tables takes 16 bytes, after a head of 12. */
const headBytes = 12
const rowBytes = 16

const padded = (table: Buffer): Buffer => Buffer.concat([table, Buffer.alloc(-table.length & 3)])

const checksumOf = (table: Buffer): number => {
  const whole = padded(table)
  let sum = 0
  for (let at = 0; at < whole.length; at += 4) sum = (sum + whole.readUInt32BE(at)) >>> 0
  return sum
}

/** The names of a font: family, style, unique name, full name and PostScript name, in English for Windows. */
function nameTable(name: string): Buffer {
  const texts = new Map([
    [1, name],
    [2, 'Regular'],
    [3, name],
    [4, name],
    [6, name],
  ])
  const head = Buffer.alloc(6)
  head.writeUInt16BE(texts.size, 2)
  head.writeUInt16BE(6 + 12 * texts.size, 4)
  const rows: Buffer[] = []
  const written: Buffer[] = []
  let offset = 0
  for (const [id, text] of texts) {
    const utf16 = Buffer.from(text, 'utf16le').swap16()
    const row = Buffer.alloc(12)
    for (const [place, value] of [3, 1, 0x409, id, utf16.length, offset].entries()) row.writeUInt16BE(value, 2 * place)
    rows.push(row)
    written.push(utf16)
    offset += utf16.length
  }
  return Buffer.concat([head, ...rows, ...written])
}

/**
 * The font under another name. Cuts of one variable font all have its name, and a font that is installed is found by its
 * name alone.
 */
export function renamedFont(file: Buffer, name: string): Buffer {
  const count = file.readUInt16BE(4)
  const tables = Array.from({ length: count }, (_, row) => {
    const at = headBytes + row * rowBytes
    const tag = file.toString('latin1', at, at + 4)
    const start = file.readUInt32BE(at + 8)
    return { tag, table: tag === 'name' ? nameTable(name) : file.subarray(start, start + file.readUInt32BE(at + 12)) }
  })
  const rows: Buffer[] = []
  let offset = headBytes + count * rowBytes
  for (const { tag, table } of tables) {
    const row = Buffer.alloc(rowBytes)
    row.write(tag, 'latin1')
    for (const [place, value] of [checksumOf(table), offset, table.length].entries()) {
      row.writeUInt32BE(value, 4 + 4 * place)
    }
    rows.push(row)
    offset += padded(table).length
  }
  return Buffer.concat([file.subarray(0, headBytes), ...rows, ...tables.map(({ table }) => padded(table))])
}
