import { readFile, writeFile } from 'node:fs/promises'
import type { Brand } from '@app/brand'
import { Resvg } from '@resvg/resvg-js'

const ink = '#14213D'
const paper = '#FBF8F3'

const draw = (svg: string, width: number): Buffer =>
  new Resvg(svg, { fitTo: { mode: 'width', value: width } }).render().asPng()

/** The logo mark on a full square with a margin: operating systems crop it to circles and other shapes. */
const maskable = (mark: string): string =>
  mark
    .replace(/viewBox="[^"]*"/, 'viewBox="-6 -6 44 44"')
    .replace('>', `><rect x="-6" y="-6" width="44" height="44" fill="${ink}"/>`)

/** A 32-pixel PNG in an ICO container, which older clients request. */
function icoOf(png: Buffer): Buffer {
  const header = Buffer.alloc(22)
  header.writeUInt16LE(1, 2) // type: icon
  header.writeUInt16LE(1, 4) // number of images
  header.writeUInt8(32, 6)
  header.writeUInt8(32, 7)
  header.writeUInt16LE(1, 10)
  header.writeUInt16LE(32, 12)
  header.writeUInt32LE(png.length, 14)
  header.writeUInt32LE(header.length, 18)
  return Buffer.concat([header, png])
}

/** Renders `favicon.svg` in every icon size and writes the web app manifest with the company name. */
export async function writeIcons(out: URL, brand: Brand): Promise<void> {
  const mark = await readFile(new URL('favicon.svg', out), 'utf8')
  const square = maskable(mark)
  const files = {
    'favicon.ico': icoOf(draw(mark, 32)),
    'apple-touch-icon.png': draw(square, 180),
    'icon-192.png': draw(mark, 192),
    'icon-512.png': draw(mark, 512),
    'icon-maskable-512.png': draw(square, 512),
    'site.webmanifest': JSON.stringify({
      name: brand.companyName,
      short_name: brand.companyName,
      description: 'Trackable direct mail, plus a print and mail API',
      start_url: '/',
      display: 'browser',
      background_color: paper,
      theme_color: paper,
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      ],
    }),
  }
  await Promise.all(Object.entries(files).map(([name, content]) => writeFile(new URL(name, out), content)))
}
