import { PDFDocument, PDFName, type PDFPage } from '@cantoo/pdf-lib'
import { sheetOf } from '../geometry/piece.ts'
import { points } from '../geometry/units.ts'
import { printGraysInBlack } from './black-ink.ts'
import { inBlack, inWhite, type PageFont, rectangle, textLine } from './content.ts'
import { printGrayImagesInBlack } from './gray-images.ts'
import { declareOutputIntent, declareSourceColors, identify, setBoxes } from './document.ts'
import { pageOverlay, type PageOverlay } from './overlay.ts'
import type { PieceToFinish } from './piece-to-finish.ts'
import { gracol, type PressProfile } from './press-profile.ts'
import { type SourceFacts, sourceFactsOf } from './source-facts.ts'
import { foundOn, type SourcePage, sourcePages } from './source-pages.ts'
import { loadedTypefaces, type Typeface, type Typefaces } from './typeface.ts'

/** Page entries that point outside the page, or that only screens use. */
const entriesForScreens = ['Annots', 'AA', 'ArtBox', 'StructParents', 'Tabs', 'Metadata', 'PieceInfo']

interface CopiedPage {
  page: PDFPage
  source: SourcePage
  facts: SourceFacts
}

/** Adds the pages of the art to the document. */
async function copyPages({ size, art }: PieceToFinish, document: PDFDocument): Promise<CopiedPage[]> {
  const sources = await Promise.all(
    art.map(({ pdf }) => PDFDocument.load(pdf, { updateMetadata: false, parseSpeed: Infinity })),
  )
  for (const source of sources) {
    printGraysInBlack(source)
    printGrayImagesInBlack(source)
  }
  const counts = sources.map((source) => source.getPageCount())
  const copied: CopiedPage[] = []
  for (const [index, source] of sources.entries()) {
    for (const { node } of source.getPages()) for (const entry of entriesForScreens) node.delete(PDFName.of(entry))
    const chosen = sourcePages(size, counts).filter((page) => page.document === index)
    const pages = await document.copyPages(
      source,
      chosen.map(({ page }) => page),
    )
    for (const [place, page] of pages.entries()) {
      const from = chosen[place] ?? { document: index, page: place }
      copied.push({ page: document.addPage(page), source: from, facts: sourceFactsOf(source.getPage(from.page)) })
    }
  }
  return copied
}

/** The content stream of an overlay. */
function contentOf({ ground, ink, frame, texts }: PageOverlay, fonts: PageFonts, pageHeight: number): string {
  const filled = (boxes: typeof ground) =>
    boxes.length ? [...boxes.map((box) => rectangle(box, pageHeight)), 'f'] : []
  return [
    'q',
    inWhite,
    ...filled(ground),
    inBlack,
    ...filled(ink),
    ...(frame ? [`${points(frame.width)} w`, rectangle(frame.box, pageHeight), 'S'] : []),
    ...texts.map(({ text, face, ...place }) => textLine(text, fonts[face], place, pageHeight)),
    'Q',
  ].join('\n')
}

type PageFonts = Record<keyof Typefaces, PageFont>

/** The Latin cut of a typeface if it has every character of the texts, otherwise the whole one. */
function cutFor({ lineOf, latin, whole }: Typeface, texts: readonly string[]) {
  const isLatin = texts.every((text) => lineOf(text).glyphs.every((glyph) => latin.numberOf(glyph)))
  return isLatin ? latin : whole
}

function draw(page: PDFPage, overlay: PageOverlay, faces: Typefaces, pageHeight: number): void {
  const { doc, node } = page
  // The art may leave any graphics state behind. This wraps it in q and Q, so that its state ends before ours begins.
  node.normalize()
  const fontFor = (face: keyof Typefaces): PageFont => {
    const texts = overlay.texts.filter((text) => text.face === face).map(({ text }) => text)
    const typeface = faces[face]
    const cut = cutFor(typeface, texts)
    // A font that the page does not use is not embedded.
    const key = texts.length ? node.newFontDictionary('Ours', cut.embed(doc)) : PDFName.of('Ours')
    return { typeface, cut, key }
  }
  const fonts = { address: fontFor('address'), permit: fontFor('permit') }
  node.addContentStream(doc.context.register(doc.context.flateStream(contentOf(overlay, fonts, pageHeight))))
}

export interface FinishedPiece {
  pdf: Uint8Array
  /** One for each page of the print file. */
  sourceFacts: SourceFacts[]
}

/**
 * The print file of a piece: its pages in one document with exact boxes, and our overlay above the art. Defects of the
 * art stay in the file, where the checks find them.
 */
export async function finishPiece(piece: PieceToFinish, profile: PressProfile = gracol): Promise<FinishedPiece> {
  const faces = await loadedTypefaces()
  const document = await PDFDocument.create({ updateMetadata: false })
  const sheet = sheetOf(piece.size)
  const copied = await copyPages(piece, document)
  for (const [index, { page, source }] of copied.entries()) {
    setBoxes(page, sheet)
    const overlay = pageOverlay(piece, index + 1, foundOn(piece.art, source).qrCodes, faces)
    if (overlay.ground.length > 0) draw(page, overlay, faces, sheet.page.height)
  }
  declareSourceColors(document)
  declareOutputIntent(document, profile)
  identify(document, piece, profile)
  const pdf = await document.save({
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
    objectsPerTick: Infinity,
  })
  return { pdf, sourceFacts: copied.map(({ facts }) => facts) }
}
