import { addressSideOf, foldStripsOf, isPostcard, type PieceSize, sheetOf } from '../../geometry/piece.ts'
import { type Box, grown, holds, overlap } from '../../geometry/units.ts'
import type { PageFinding, PageToCheck } from '../reading.ts'
import type { TextLine } from '../text-lines.ts'
import { findLines, quoted } from './paragraphs.ts'

/** The outline of a letter may cross a border by this many inches: curves overshoot slightly. */
const tolerance = 0.005

const within = (area: Box, lines: readonly TextLine[]) =>
  lines.filter(({ box }) => overlap(grown(area, -tolerance), box))

/** Reports text in an area that must stay empty. */
const inArea = (code: PageFinding['code'], area: Box, name: string, lines: readonly TextLine[]) =>
  findLines(code, within(area, lines), (text) => `${text} is ${name}.`)

/** Reports text that becomes visible in a window when the sheet slides. */
function nearWindows(size: PieceSize, lines: readonly TextLine[]): PageFinding[] {
  const { inkFree, returnWindow = inkFree, windowMargins = [] } = addressSideOf(size)
  const isIn = (areas: readonly Box[], line: TextLine) => areas.some((area) => within(area, [line]).length > 0)
  const near = lines.filter((line) => isIn(windowMargins, line) && !isIn([inkFree, returnWindow], line))
  const describe = (text: string) => `${text} shows through a window of the envelope when the sheet slides in it.`
  return findLines('text_near_window', near, describe)
}

/** Reports text in the windows of a letter's envelope, and on its folds. */
function checkLetter(size: PieceSize, page: number, lines: readonly TextLine[]): PageFinding[] {
  const { page: addressPage, inkFree, returnWindow } = addressSideOf(size)
  // Each fold is reported once, even if it crosses text in several columns.
  const folds = foldStripsOf(size).flatMap((strip) => inArea('text_on_fold', strip, 'in a fold', lines).slice(0, 1))
  if (page !== addressPage) return folds
  return [
    ...folds,
    ...inArea('text_in_window', inkFree, "in the recipient's window", lines),
    ...(returnWindow ? inArea('text_in_window', returnWindow, "in the sender's window", lines) : []),
    ...nearWindows(size, lines),
  ]
}

/** Checks the position of the template's own text, and reports text under our overlay. */
export function checkText({ piece: { size }, page, art, grounds }: PageToCheck): PageFinding[] {
  const sheet = sheetOf(size)
  const onPage = art.lines.filter(({ box }) => overlap(sheet.page, box))
  const names = {
    permit: 'where the permit is',
    'return address': 'where the return address is',
    'QR code': 'in a QR code',
  }
  const hidden = grounds.flatMap(({ kind, box }) => {
    // The address zone of a postcard and the windows of a letter have their own findings.
    if (kind === 'recipient' || (kind === 'return address' && !isPostcard(size))) return []
    return inArea('text_under_overlay', box, names[kind], onPage)
  })
  const outside = onPage.filter(({ box }) => !holds(grown(sheet.safe, tolerance), box))
  return [
    ...findLines('text_outside_safe_zone', outside, (text) => `${text} is less than 0.125 in inside the trim.`),
    ...(isPostcard(size) ? [] : checkLetter(size, page, onPage)),
    ...hidden,
  ]
}

/** Reports text that the browser clipped or let overflow. */
export const checkClipped = ({ found }: PageToCheck): PageFinding[] =>
  found.clipped.map(({ text, box, kind }) =>
    kind === 'clipped'
      ? { code: 'text_clipped', detail: `${quoted(text)} is cut off.`, box }
      : { code: 'text_overflows', detail: `${quoted(text)} overflows its box.`, box },
  )
