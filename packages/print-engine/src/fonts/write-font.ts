import type { FontTables } from './font-tables.ts'

const trueTypeVersion = 0x00_01_00_00
const rowBytes = 16
const headerBytes = 12
/** The required checksum of an entire font file. */
const wholeSum = 0xb1_b0_af_ba
const adjustmentAt = 8

const padded = (length: number) => Math.ceil(length / 4) * 4

/** The sum of a file read as 32-bit numbers. */
function checksum(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at + 4 <= bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
  return sum
}

/** The font file with these tables. */
export function writeFont(tables: FontTables): Buffer {
  const sorted = [...tables].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const largestPower = 2 ** Math.floor(Math.log2(Math.max(1, sorted.length)))
  const header = Buffer.alloc(headerBytes + sorted.length * rowBytes)
  header.writeUInt32BE(trueTypeVersion, 0)
  header.writeUInt16BE(sorted.length, 4)
  header.writeUInt16BE(largestPower * rowBytes, 6)
  header.writeUInt16BE(Math.log2(largestPower), 8)
  header.writeUInt16BE((sorted.length - largestPower) * rowBytes, 10)
  const bodies: Buffer[] = []
  let start = header.length
  let head = 0
  for (const [row, [name, table]] of sorted.entries()) {
    const body = Buffer.alloc(padded(table.length))
    body.set(table)
    if (name === 'head') {
      body.writeUInt32BE(0, adjustmentAt)
      head = start
    }
    const at = headerBytes + row * rowBytes
    header.write(name, at, 'latin1')
    header.writeUInt32BE(checksum(body), at + 4)
    header.writeUInt32BE(start, at + 8)
    header.writeUInt32BE(table.length, at + 12)
    bodies.push(body)
    start += body.length
  }
  const file = Buffer.concat([header, ...bodies])
  if (head > 0) file.writeUInt32BE((wholeSum - checksum(file)) >>> 0, head + adjustmentAt)
  return file
}
