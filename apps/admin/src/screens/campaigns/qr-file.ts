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

/** The code as an SVG file for a layout: black on white, an inch wide, and sharp at any size. */
export function qrFile(text: string): Blob {
  const { path, side } = qrPath(text)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="1in" height="1in" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>\n`
  return new Blob([svg], { type: 'image/svg+xml' })
}
