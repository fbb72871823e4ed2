import { qrModules } from '@app/mail-piece/formats'
import { encodeQR } from 'etiket/qr'

/** Path data of a QR code with a quiet zone, one unit per module, and the side of its square. */
export function qrPath(text: string): { path: string; side: number } {
  const rows = encodeQR(text, { ecLevel: 'M' })
  const { quiet } = qrModules
  const path = rows
    .flatMap((row, y) =>
      // One box per run of dark modules, so that there are no hairlines between modules.
      [...row.map(Number).join('').matchAll(/1+/g)].map(
        (run) => `M${run.index + quiet} ${y + quiet}h${run[0].length}v1h-${run[0].length}z`,
      ),
    )
    .join('')
  return { path, side: rows.length + 2 * quiet }
}

/** At least two inches when printed at 600 dots per inch. */
const minPixels = 1_200

/** Points per inch. In a PDF, the code is one inch wide. */
const inch = 72

/** The code as a file for a layout: black on white. An SVG or PDF is an inch wide, and sharp at any size. */
export const qrFiles = {
  PNG: async (text: string): Promise<Blob> => {
    const { path, side } = qrPath(text)
    // Every module has the same number of pixels, so that no edge is blurred.
    const scale = Math.ceil(minPixels / side)
    const canvas = new OffscreenCanvas(side * scale, side * scale)
    const context = canvas.getContext('2d')
    if (!context) throw new Error('The browser has no canvas')
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.scale(scale, scale)
    context.fillStyle = '#000'
    const modules = new Path2D(path)
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- This fills a path, not an array.
    context.fill(modules)
    return canvas.convertToBlob({ type: 'image/png' })
  },
  PDF: async (text: string): Promise<Blob> => {
    const { cmyk, PDFDocument } = await import('@cantoo/pdf-lib')
    const { path, side } = qrPath(text)
    const document = await PDFDocument.create({ updateMetadata: false })
    const page = document.addPage([inch, inch])
    page.drawRectangle({ width: inch, height: inch, color: cmyk(0, 0, 0, 0) })
    page.drawSvgPath(path, { x: 0, y: inch, scale: inch / side, color: cmyk(0, 0, 0, 1) })
    return new Blob([new Uint8Array(await document.save())], { type: 'application/pdf' })
  },
  SVG: (text: string): Promise<Blob> => {
    const { path, side } = qrPath(text)
    const svg =
      `<svg xmlns="http://www.w3.org/2000/svg" width="1in" height="1in" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
      `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>\n`
    return Promise.resolve(new Blob([svg], { type: 'image/svg+xml' }))
  },
} as const satisfies Record<string, (text: string) => Promise<Blob>>

export type QrFormat = keyof typeof qrFiles
