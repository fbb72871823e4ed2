import { qrModules } from '@app/mail-piece/formats'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type Position, prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { type Box, boxOf } from '../geometry/units.ts'
import { type GrayRaster, isDark, type PixelArea, pixelAreaOf } from './raster.ts'

let reader: Promise<unknown> | undefined

/** Loads the reader once. By default, the library downloads its WebAssembly from a public server on first use. */
export function loadedQrReader(): Promise<unknown> {
  reader ??= readFile(fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'))).then((program) =>
    prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer }, fireImmediately: true }),
  )
  return reader
}

/** Encodes the area as a portable graymap, the simplest image format. */
function graymapOf(raster: GrayRaster, { left, top, right, bottom }: PixelArea): Uint8Array {
  const rows = Array.from({ length: bottom - top }, (_, row) => {
    const start = (top + row) * raster.width
    return raster.data.subarray(start + left, start + right)
  })
  return Buffer.concat([Buffer.from(`P5 ${right - left} ${bottom - top} 255\n`), ...rows])
}

/** The upright box around a code, in pixels of the page. The reader reports its corners, including the last pixels. */
function pixelsAround({ topLeft, topRight, bottomLeft, bottomRight }: Position, area: PixelArea): PixelArea {
  const corners = [topLeft, topRight, bottomLeft, bottomRight]
  const across = corners.map(({ x }) => x + area.left)
  const down = corners.map(({ y }) => y + area.top)
  return {
    left: Math.min(...across),
    top: Math.min(...down),
    right: Math.max(...across) + 1,
    bottom: Math.max(...down) + 1,
  }
}

/** True if the one-pixel frame around the box has a dark pixel. Outside the page, everything is light. */
function hasDarkFrame(raster: GrayRaster, { left, top, right, bottom }: PixelArea): boolean {
  for (let x = left; x < right; x++) if (isDark(raster, x, top) || isDark(raster, x, bottom - 1)) return true
  for (let y = top; y < bottom; y++) if (isDark(raster, left, y) || isDark(raster, right - 1, y)) return true
  return false
}

const grownBy = ({ left, top, right, bottom }: PixelArea, edge: number): PixelArea => ({
  left: left - edge,
  top: top - edge,
  right: right + edge,
  bottom: bottom + edge,
})

function quietModulesAround(raster: GrayRaster, code: PixelArea, modulePixels: number): number {
  const needed = Math.floor(qrModules.quiet * modulePixels)
  // The box may be one pixel too small, so the first frame may show the edge of the code itself.
  for (let edge = 2; edge <= needed; edge++)
    if (hasDarkFrame(raster, grownBy(code, edge))) return Math.round(((edge - 1) / modulePixels) * 10) / 10
  return qrModules.quiet
}

/** The QR codes in an area of a page, dark on light, in no particular order. Omits unreadable codes. */
export async function readQrCodes(raster: GrayRaster, area: Box) {
  const { dpi } = raster
  const pixels = pixelAreaOf(raster, area)
  if (pixels.right <= pixels.left || pixels.bottom <= pixels.top) return []
  await loadedQrReader()
  const found = await readBarcodes(graymapOf(raster, pixels), { formats: ['QRCode'], tryInvert: false })
  return found.map(({ text, position, symbol }) => {
    const code = pixelsAround(position, pixels)
    const { left, top, right, bottom } = code
    const modulePixels = (right - left) / symbol.width
    return {
      text,
      /** The position on the page, without the quiet zone. Accurate to about one pixel. */
      box: boxOf(left / dpi, top / dpi, (right - left) / dpi, (bottom - top) / dpi),
      /** The side of one module. */
      moduleInches: modulePixels / dpi,
      /** Width of the light border at its narrowest, in modules. At most four, the required width, is measured. */
      quietModules: quietModulesAround(raster, code, modulePixels),
    }
  })
}
