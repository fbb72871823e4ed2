import {
  type PDFDocument,
  PDFArray,
  PDFDict,
  PDFName,
  PDFNumber,
  PDFRawStream,
  type PDFObject,
  PDFRef,
} from '@cantoo/pdf-lib'
import { deflateSync } from 'node:zlib'
import { inBlack } from './content.ts'
import { contentOf } from './source-facts.ts'

/** Overprint: inks that a color does not use stay as they are underneath. */
const overprint = { Type: 'ExtGState', OP: true, op: true, OPM: 1 }
const overprintName = PDFName.of('Overprint')

/** The operators that set a color or a graphics state, save or restore both, and begin or end a text object. */
const operators = /(?<=^|\s)(?:([\d.]+) ([\d.]+) ([\d.]+) |(\/\S+) )?(rg|RG|g|k|cs|sc|scn|gs|q|Q|BT|ET)(?=\s|$)/g

/** The fill color of text. */
interface Paint {
  isBlack: boolean
  isOpaque: boolean
}

/**
 * The content with its grays as grays, which a press prints in black ink alone, and with its black text overprinting
 * the colors under it: if the inks are misregistered, letters knocked out of a color have light edges. Only in
 * DeviceCMYK can a color leave inks out.
 * @param isOpaque returns true for a graphics state without transparency; absent for groups and patterns, whose text
 * does not overprint
 */
function withBlackInk(content: string, isOpaque?: (state: string) => boolean): string {
  const outer: Paint[] = []
  let paint: Paint = { isBlack: false, isOpaque: isOpaque !== undefined }
  let isOverprinted = false
  const replaced = (whole: string, red = '', green = '', blue = '', state = '', operator = '') => {
    const isGray = red !== '' && red === green && green === blue
    if (operator === 'BT') {
      isOverprinted = paint.isBlack && paint.isOpaque
      return isOverprinted ? `q ${overprintName.asString()} gs ${inBlack} BT` : whole
    }
    if (operator === 'ET') return isOverprinted ? 'ET Q' : whole
    if (operator === 'q') outer.push(paint)
    else if (operator === 'Q') paint = outer.pop() ?? paint
    else if (operator === 'gs') paint = { ...paint, isOpaque: isOpaque?.(state) ?? false }
    else if (operator !== 'RG') paint = { ...paint, isBlack: operator === 'rg' && isGray && Number(red) === 0 }
    if (operator === 'rg' && isGray) return `${red} g`
    return operator === 'RG' && isGray ? `${red} G` : whole
  }
  return content.replaceAll(operators, replaced)
}

const isContent = ({ dict }: PDFRawStream): boolean =>
  dict.get(PDFName.of('Subtype')) === PDFName.of('Form') ||
  String(dict.lookupMaybe(PDFName.of('PatternType'), PDFNumber)) === '1'

interface Content {
  stream: PDFRawStream
  /**
   * The page's resources. Absent for groups and patterns, which are blended with the page as a whole, so text inside
   * cannot overprint it.
   */
  resources?: PDFDict
}

/** The streams of pages, groups, and patterns. */
function contentsOf(document: PDFDocument): Map<PDFRef, Content> {
  const { context } = document
  const found = new Map<PDFRef, Content>()
  const add = (reference: PDFObject | undefined, resources?: PDFDict) => {
    const stream = context.lookup(reference)
    if (!(reference instanceof PDFRef) || !(stream instanceof PDFRawStream) || !(resources || isContent(stream))) return
    found.set(reference, { stream, ...(resources && { resources }) })
  }
  for (const { node } of document.getPages()) {
    const contents = node.get(PDFName.of('Contents'))
    const streams = context.lookup(contents)
    for (const one of streams instanceof PDFArray ? streams.asArray() : [contents]) add(one, node.Resources())
  }
  for (const [reference] of context.enumerateIndirectObjects()) add(reference)
  return found
}

const statesOf = (resources: PDFDict) => resources.lookupMaybe(PDFName.of('ExtGState'), PDFDict)

/** Browsers give each graphics state an opacity. */
const isOpaqueIn = (resources: PDFDict) => (state: string) =>
  statesOf(resources)
    ?.lookupMaybe(PDFName.of(state.slice(1)), PDFDict)
    ?.lookupMaybe(PDFName.of('ca'), PDFNumber)
    ?.asNumber() === 1

function addOverprint(resources: PDFDict): void {
  const states = statesOf(resources) ?? resources.context.obj({})
  states.set(overprintName, resources.context.obj(overprint))
  resources.set(PDFName.of('ExtGState'), states)
}

/**
 * Prints black and gray text and lines in black ink alone: in four inks, small type has colored edges when the inks are
 * misregistered. Images, gradients, and content blended with colors stay unchanged.
 */
export function printGraysInBlack(document: PDFDocument): void {
  for (const [reference, { stream, resources }] of contentsOf(document)) {
    const content = contentOf(stream)
    const black = withBlackInk(content, resources ? isOpaqueIn(resources) : undefined)
    if (black === content) continue
    if (resources && black.includes(overprintName.asString())) addOverprint(resources)
    const bytes = deflateSync(Buffer.from(black, 'latin1'))
    const dictionary = stream.dict.clone()
    dictionary.set(PDFName.of('Filter'), PDFName.of('FlateDecode'))
    dictionary.delete(PDFName.of('DecodeParms'))
    document.context.assign(reference, PDFRawStream.of(dictionary, bytes))
  }
}
