import { readTables } from '../src/fonts/font-tables.ts'
import { writeFont } from '../src/fonts/write-font.ts'

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
export const renamedFont = (file: Buffer, name: string): Buffer =>
  writeFont(new Map([...readTables(file).tables, ['name', nameTable(name)]]))
