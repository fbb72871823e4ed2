import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { http, HttpResponse } from 'msw'
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { typefaceOf, type Typefaces } from '../src/pdf/typefaces.ts'

const { resolve } = createRequire(import.meta.url)
const fontFile = (path: string) => new Uint8Array(readFileSync(resolve(`@expo-google-fonts/arimo/${path}`)))
const files = {
  regular: fontFile('400Regular/Arimo_400Regular.ttf'),
  bold: fontFile('700Bold/Arimo_700Bold.ttf'),
}

export const typefaces: Typefaces = { regular: typefaceOf(files.regular), bold: typefaceOf(files.bold) }

/** Serves the fonts like the app's server. */
export const fontFiles = http.get('*.ttf', ({ request }) =>
  HttpResponse.arrayBuffer((request.url.includes('Bold') ? files.bold : files.regular).buffer),
)

/** Points from the top left corner of the page; `y` is the baseline. */
interface PrintedText {
  text: string
  x: number
  y: number
  size: number
  width: number
}

export interface PrintedPage {
  width: number
  height: number
  texts: PrintedText[]
}

/** The text that another program reads from the file, by page. It collapses repeated spaces. */
export async function readBack(file: Uint8Array): Promise<PrintedPage[]> {
  // The PDF reader transfers its input, so it gets a copy.
  const document = await getDocumentProxy(Uint8Array.from(file))
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, index) => {
      const page = await document.getPage(index + 1)
      const [, , width = 0, height = 0] = page.view
      const { items } = await page.getTextContent()
      const texts = items.flatMap((item) => {
        if (!('str' in item) || item.str === '') return []
        const [, , , size, x, y]: number[] = item.transform
        return [{ text: item.str, x: x ?? 0, y: height - (y ?? 0), size: size ?? 0, width: item.width }]
      })
      return { width, height, texts }
    }),
  )
}

/** The pen positions on the first page, from its left edge in points. */
export async function pensOf(file: Uint8Array): Promise<number[]> {
  const { OPS } = await getResolvedPDFJS()
  const page = await (await getDocumentProxy(Uint8Array.from(file))).getPage(1)
  const { fnArray, argsArray } = await page.getOperatorList()
  return fnArray.flatMap((operator, index) => (operator === OPS.setTextMatrix ? [argsArray[index][0][4]] : []))
}
