/** The DER encoding of the ASN.1 types that a certificate needs. */
const value = (tag: number, content: Buffer): Buffer => {
  const { length } = content
  const bytes = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...bytes]), content])
}

export const sequence = (...parts: Buffer[]): Buffer => value(0x30, Buffer.concat(parts))
export const set = (...parts: Buffer[]): Buffer => value(0x31, Buffer.concat(parts))
/** A positive integer, most significant byte first. */
export const integer = (bytes: Buffer): Buffer =>
  value(0x02, (bytes[0] ?? 0) & 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
export const boolean = (is: boolean): Buffer => value(0x01, Buffer.from([is ? 0xff : 0]))
export const utf8 = (text: string): Buffer => value(0x0c, Buffer.from(text))
export const octets = (content: Buffer): Buffer => value(0x04, content)
export const bits = (content: Buffer, unused = 0): Buffer =>
  value(0x03, Buffer.concat([Buffer.from([unused]), content]))
export const utcTime = (date: Date): Buffer =>
  value(0x17, Buffer.from(`${date.toISOString().replaceAll(/\D/g, '').slice(2, 14)}Z`))
/** A context-specific tag, explicit around a value or implicit in place of its own tag. */
export const explicit = (number: number, content: Buffer): Buffer => value(0xa0 + number, content)
export const keyIdentifier = (id: Buffer): Buffer => value(0x80, id)
export const dnsName = (name: string): Buffer => value(0x82, Buffer.from(name))

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = rest.flatMap((arc) => {
    const groups = [arc & 0x7f]
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80)
    return groups
  })
  return value(0x06, Buffer.from([first * 40 + second, ...bytes]))
}
