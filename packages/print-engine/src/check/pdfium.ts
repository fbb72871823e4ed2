import { PDFiumLibrary } from '@hyzyla/pdfium'
import { pointsPerInch } from '../geometry/units.ts'

/** The functions of PDFium that the checks call. Its documentation is fpdfview.h, fpdf_text.h and fpdf_edit.h. */
const functions = [
  'FPDF_LoadMemDocument',
  'FPDF_CloseDocument',
  'FPDF_GetPageCount',
  'FPDF_LoadPage',
  'FPDF_ClosePage',
  'FPDF_GetPageWidthF',
  'FPDF_GetPageHeightF',
  'FPDF_RenderPageBitmap',
  'FPDFBitmap_CreateEx',
  'FPDFBitmap_FillRect',
  'FPDFBitmap_Destroy',
  'FPDFPage_GetMediaBox',
  'FPDFPage_GetCropBox',
  'FPDFPage_GetBleedBox',
  'FPDFPage_GetTrimBox',
  'FPDFPage_CountObjects',
  'FPDFPage_GetObject',
  'FPDFPageObj_GetType',
  'FPDFPageObj_GetMatrix',
  'FPDFPageObj_GetBounds',
  'FPDFPageObj_GetFillColor',
  'FPDFPageObj_GetStrokeColor',
  'FPDFPageObj_GetStrokeWidth',
  'FPDFPath_GetDrawMode',
  'FPDFFormObj_CountObjects',
  'FPDFFormObj_GetObject',
  'FPDFImageObj_GetImagePixelSize',
  'FPDFImageObj_GetImageMetadata',
  'FPDFTextObj_GetFont',
  'FPDFFont_GetIsEmbedded',
  'FPDFFont_GetBaseFontName',
  'FPDFText_LoadPage',
  'FPDFText_ClosePage',
  'FPDFText_CountChars',
  'FPDFText_GetUnicode',
  'FPDFText_IsGenerated',
  'FPDFText_GetCharBox',
  'FPDFText_GetCharOrigin',
  'FPDFText_GetMatrix',
  'FPDFText_GetFontSize',
  'FPDFText_GetFillColor',
  'FPDFText_GetTextObject',
] as const

type PdfiumFunction = (...values: number[]) => number
type PdfiumFunctions = Record<(typeof functions)[number], PdfiumFunction>

/** PDFium in WebAssembly. Its memory may move when it grows, so the views are read again for each use. */
interface Memory {
  HEAPU8: Uint8Array
  HEAP32: Int32Array
  HEAPF32: Float32Array
  HEAPF64: Float64Array
}

const hasMemory = (module: unknown): module is Memory =>
  typeof module === 'object' &&
  module !== null &&
  ['HEAPU8', 'HEAP32', 'HEAPF32', 'HEAPF64'].every((name) => ArrayBuffer.isView(Reflect.get(module, name)))

const isFunction = (value: unknown): value is PdfiumFunction => typeof value === 'function'

/** The module exports each C function with an underscore before its name. */
function functionOf(module: object, name: string): PdfiumFunction {
  const found: unknown = Reflect.get(module, `_${name}`)
  if (!isFunction(found)) throw new Error(`PDFium lacks ${name}`)
  return found
}

/** Maximum number of 8-byte values that one call fills in. */
const maxNumbers = 32

type Pdfium = ReturnType<typeof pdfiumOf>

/** PDFium with a small buffer for output parameters. */
function pdfiumOf(module: Memory) {
  const reserve = functionOf(module, 'malloc')
  const free = functionOf(module, 'free')
  // Object.fromEntries loses the type of the names.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  const named = Object.fromEntries(functions.map((name) => [name, functionOf(module, name)])) as PdfiumFunctions
  const place = reserve(maxNumbers * Float64Array.BYTES_PER_ELEMENT)
  // Called several times for each character of a page.
  const filled = (view: 'HEAPF32' | 'HEAPF64' | 'HEAP32') => {
    const bytes = module[view].BYTES_PER_ELEMENT
    const places = Array.from({ length: maxNumbers }, (_, index) => place + index * bytes)
    const firstPlaces = places.map((_, count) => places.slice(0, count))
    return (count: number, call: (...places: number[]) => number) => {
      if (!call(...(firstPlaces[count] ?? []))) return undefined
      return Array.from(module[view].subarray(place / bytes, place / bytes + count))
    }
  }
  return {
    ...named,
    reserve,
    free,
    /** The numbers that a function writes to `count` places. Undefined if it returns 0. */
    floats: filled('HEAPF32'),
    doubles: filled('HEAPF64'),
    integers: filled('HEAP32'),
    /** The size of its memory, which never shrinks. */
    memoryBytes: () => module.HEAPU8.byteLength,
    /** A text that a function writes. The function returns its length in bytes, including the terminating zero. */
    text(call: (place: number, length: number) => number): string {
      const room = maxNumbers * Float64Array.BYTES_PER_ELEMENT
      const length = Math.min(call(place, room), room)
      return Buffer.from(module.HEAPU8.subarray(place, place + Math.max(0, length - 1))).toString()
    },
    write(bytes: Uint8Array): number {
      const address = reserve(bytes.length)
      module.HEAPU8.set(bytes, address)
      return address
    },
    /** Copies some of the memory and frees it. */
    take(address: number, size: number): Uint8Array {
      const copy = module.HEAPU8.slice(address, address + size)
      free(address)
      return copy
    },
  }
}

async function startPdfium(): Promise<Pdfium> {
  const library = await PDFiumLibrary.init()
  // The library types 35 functions and hides the module that exports all 431.
  const module: unknown = Reflect.get(library, 'module')
  if (!hasMemory(module)) throw new Error('The library no longer exposes PDFium')
  return pdfiumOf(module)
}

let started: Promise<Pdfium> | undefined

/** Starts PDFium on the first call, once per thread. */
export const loadedPdfium = (): Promise<Pdfium> => (started ??= startPdfium())

export interface PdfPage {
  pdfium: Pdfium
  handle: number
  width: number
  height: number
}

/** @throws {Error} if the bytes are not a PDF file */
export function openDocument(pdfium: Pdfium, pdf: Uint8Array) {
  const bytes = pdfium.write(pdf)
  const document = pdfium.FPDF_LoadMemDocument(bytes, pdf.length, 0)
  if (!document) {
    pdfium.free(bytes)
    throw new Error('PDFium cannot read the file')
  }
  return {
    pageCount: pdfium.FPDF_GetPageCount(document),
    /** Opens a page, counted from 0, while `read` runs. */
    readPage<Result>(index: number, read: (page: PdfPage) => Result): Result {
      const handle = pdfium.FPDF_LoadPage(document, index)
      if (!handle) throw new Error(`PDFium cannot read page ${index + 1}`)
      try {
        return read({
          pdfium,
          handle,
          width: pdfium.FPDF_GetPageWidthF(handle) / pointsPerInch,
          height: pdfium.FPDF_GetPageHeightF(handle) / pointsPerInch,
        })
      } finally {
        pdfium.FPDF_ClosePage(handle)
      }
    },
    close() {
      pdfium.FPDF_CloseDocument(document)
      pdfium.free(bytes)
    },
  }
}
