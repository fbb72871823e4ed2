import type { GrayRaster } from '../codes/raster.ts'
import { sourcePages, type SourcePage } from '../finish/source-pages.ts'
import type { PieceToFinish } from '../finish/piece-to-finish.ts'
import { addressSideOf } from '../geometry/piece.ts'
import { factsOf, pageBox, type PageBox, type PageFacts } from './page-facts.ts'
import { grayOf, type PagePicture, pictureOf } from './page-picture.ts'
import { loadedPdfium, openDocument, type PdfPage } from './pdfium.ts'
import { type TextLine, textLinesOf } from './text-lines.ts'

/** The codes are read and the pictures are made at this resolution: everything that the checks search for is visible at it. */
const pictureDpi = 150

/** A page of the print file. */
export interface PageReading {
  width: number
  height: number
  boxes: Record<PageBox, number[] | undefined>
  facts: PageFacts
  /** The printed text of the address side. Other pages have only the text of the art. */
  lines: TextLine[]
  picture: PagePicture
  gray: GrayRaster
}

/** A page of the art, as it was before anything of ours was printed on it. */
export interface ArtReading {
  source: SourcePage
  width: number
  height: number
  lines: TextLine[]
  /** The ink-free zone. Only on the address side. */
  zone?: GrayRaster
}

export interface PieceReading {
  pages: PageReading[]
  art: ArtReading[]
  /** How many pages each document of the art has. */
  artPageCounts: number[]
}

function readPage(page: PdfPage, isAddressSide: boolean): PageReading {
  const picture = pictureOf(page, pictureDpi)
  return {
    width: page.width,
    height: page.height,
    boxes: {
      MediaBox: pageBox(page, 'MediaBox'),
      CropBox: pageBox(page, 'CropBox'),
      BleedBox: pageBox(page, 'BleedBox'),
      TrimBox: pageBox(page, 'TrimBox'),
    },
    facts: factsOf(page),
    lines: isAddressSide ? textLinesOf(page) : [],
    picture,
    gray: grayOf(picture),
  }
}

/** Reads all the data that the checks use, each page once. */
export async function readPiece({ size, art }: PieceToFinish, pdf: Uint8Array): Promise<PieceReading> {
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
    const pages = Array.from({ length: file.pageCount }, (_, index) =>
      file.readPage(index, (page) => readPage(page, index + 1 === addressPage)),
    )
    const sources = art.map((side) => open(side.pdf))
    const artPageCounts = sources.map(({ pageCount }) => pageCount)
    return {
      pages,
      artPageCounts,
      art: sourcePages(size, artPageCounts).map((source, index) => {
        const document = sources[source.document]
        if (!document) throw new Error(`The art has no document ${source.document}`)
        return document.readPage(source.page, (page) => ({
          source,
          width: page.width,
          height: page.height,
          lines: textLinesOf(page),
          ...(index + 1 === addressPage && { zone: grayOf(pictureOf(page, pictureDpi, inkFree)) }),
        }))
      }),
    }
  } finally {
    for (const document of documents) document.close()
  }
}
