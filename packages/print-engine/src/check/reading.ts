import type { PrintFinding } from '../findings.ts'
import { type foundOn, sourcePages } from '../finish/source-pages.ts'
import type { FinishedPiece } from '../finish/finish.ts'
import type { Ground } from '../finish/ground.ts'
import type { PieceToFinish } from '../finish/piece-to-finish.ts'
import type { SourceFacts } from '../finish/source-facts.ts'
import type { Typefaces } from '../finish/typeface.ts'
import { addressSideOf } from '../geometry/piece.ts'
import type { Box } from '../geometry/units.ts'
import { factsOf, pageBoxesOf } from './page-facts.ts'
import { grayOf, pictureOf } from './page-picture.ts'
import { loadedPdfium, openDocument } from './pdfium.ts'
import type { InkTable } from './press-inks.ts'
import { textLinesOf } from './text-lines.ts'

/** The resolution for pictures and for reading codes: everything that the checks look for is visible at it. */
const pictureDpi = 150

/** A finding about a page, as reported by its check. */
export interface PageFinding extends Pick<PrintFinding, 'code' | 'detail'> {
  box?: Box | undefined
}

type PageReading = Awaited<ReturnType<typeof readPiece>>['pages'][number]

/** A page with all the data that the checks use. */
export interface PageToCheck extends PageReading {
  piece: PieceToFinish
  /** From 1. */
  page: number
  /** Facts about the art that PDFium does not report, and the browser's measurements. */
  source: SourceFacts
  found: ReturnType<typeof foundOn>
  /** The areas of the page that we print on. */
  grounds: readonly Ground[]
  faces: Typefaces
  inks: InkTable
}

/** Reads all the data that the checks use, each page once. */
export async function readPiece({ size, art, pdf }: PieceToFinish & FinishedPiece) {
  const pdfium = await loadedPdfium()
  const { page: addressPage, inkFree } = addressSideOf(size)
  const documents: { close(): void }[] = []
  const open = (bytes: Uint8Array) => {
    const document = openDocument(pdfium, bytes)
    documents.push(document)
    return document
  }
  try {
    const file = open(pdf)
    const sources = art.map((side) => open(side.pdf))
    const artPageCounts = sources.map(({ pageCount }) => pageCount)
    const pages = sourcePages(size, artPageCounts).map((source, index) => {
      const isAddressSide = index + 1 === addressPage
      const document = sources[source.document]
      if (!document) throw new Error(`The art has no document ${source.document}`)
      /** The page of the art, before we print anything on it. */
      const ofArt = document.readPage(source.page, (page) => ({
        source,
        width: page.width,
        height: page.height,
        lines: textLinesOf(page),
        zone: isAddressSide ? grayOf(pictureOf(page, pictureDpi, inkFree)) : undefined,
      }))
      return file.readPage(index, (page) => {
        const picture = pictureOf(page, pictureDpi)
        return {
          width: page.width,
          height: page.height,
          boxes: pageBoxesOf(page),
          facts: factsOf(page),
          /** The printed text of the address side. Other pages have only the text of the art. */
          lines: isAddressSide ? textLinesOf(page) : [],
          picture,
          gray: grayOf(picture),
          art: ofArt,
        }
      })
    })
    return { pages, artPageCounts }
  } finally {
    for (const document of documents) document.close()
  }
}
