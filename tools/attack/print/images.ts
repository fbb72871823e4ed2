import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG image of one bit for each pixel, with this compressed content and these chunks before it. */
function png(width: number, height: number, content: Uint8Array, ...before: Buffer[]): Uint8Array<ArrayBuffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk('IHDR', header), ...before, chunk('IDAT', content), chunk('IEND', Buffer.alloc(0))]
  return new Uint8Array(Buffer.concat([signature, ...chunks]))
}

const rows = (width: number, height: number) => deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height))
const zeros = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1_000_000))

/** An image that is whole, black and larger than any piece needs. It has few bytes. */
export const largePng = (side: number) => png(side, side, rows(side, side))

/** Files that pretend to be small, or to be images. */
export const badImages = (): [name: string, bytes: Uint8Array<ArrayBuffer>][] => {
  const text = (words: string) => new TextEncoder().encode(words)
  return [
    ['a billion pixels', largePng(32_000)],
    ['a billion pixels that are not there', png(2 ** 31 - 1, 2 ** 31 - 1, zeros(1))],
    ['pixels that inflate to 300 MB', png(64, 64, zeros(300))],
    [
      'a color profile that inflates to 300 MB',
      png(64, 64, rows(64, 64), chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), zeros(300)]))),
    ],
    [
      'a text that inflates to 300 MB',
      png(64, 64, rows(64, 64), chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), zeros(300)]))),
    ],
    ['half an image', largePng(3000).slice(0, 500)],
    ['a drawing that loads', text('<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1/"/></svg>')],
    ['a page', text('<!doctype html><script src="http://127.0.0.1/"></script>')],
    ['a page that begins like an image', text('GIF89a<script src="http://127.0.0.1/"></script>')],
    [
      'an entity that loads',
      text('<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]><svg>&a;</svg>'),
    ],
    ['a playlist', text('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n')],
    ['6 MB', new Uint8Array(6_000_000)],
    ['nothing', new Uint8Array()],
  ]
}
