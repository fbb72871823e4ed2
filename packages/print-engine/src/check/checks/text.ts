import { type PrintFinding, type PrintFindingCode, printFindingOf } from '../../findings.ts'
import { addressSideOf, foldStripsOf, isPostcard, type PieceSize, sheetOf } from '../../geometry/piece.ts'
import { type Box, grown, holds, overlap } from '../../geometry/units.ts'
import type { PageToCheck } from '../reading.ts'
import type { TextLine } from '../text-lines.ts'
import { paragraphsOf, quoted } from './paragraphs.ts'

/** Inches that the outline of a letter may cross a border: curves do, by a hair. */
const tolerance = 0.005

const outsideOf = (safe: Box, page: number, lines: readonly TextLine[]) =>
  paragraphsOf(lines.filter(({ box }) => !holds(grown(safe, tolerance), box))).map(({ text, box }) => {
    const detail = `${quoted(text)} is less than 0.125 in inside the trim.`
    return printFindingOf('text_outside_safe_zone', detail, { page, box })
  })

const within = (area: Box, lines: readonly TextLine[]) =>
  lines.filter(({ box }) => overlap(grown(area, -tolerance), box))

/** The texts in an area that nothing may be printed in. */
const inArea = (code: PrintFindingCode, area: Box, name: string, page: number, lines: readonly TextLine[]) =>
  paragraphsOf(within(area, lines)).map(({ text, box }) =>
    printFindingOf(code, `${quoted(text)} is in ${name}.`, { page, box }),
  )

/** The texts that a window shows as soon as the sheet slides. */
function nearWindows(size: PieceSize, page: number, lines: readonly TextLine[]): PrintFinding[] {
  const { inkFree, returnWindow = inkFree, windowMargins = [] } = addressSideOf(size)
  const isIn = (areas: readonly Box[], line: TextLine) => areas.some((area) => within(area, [line]).length > 0)
  const near = lines.filter((line) => isIn(windowMargins, line) && !isIn([inkFree, returnWindow], line))
  return paragraphsOf(near).map(({ text, box }) => {
    const detail = `${quoted(text)} shows through a window of the envelope when the sheet slides in it.`
    return printFindingOf('text_near_window', detail, { page, box })
  })
}

/** Checks for text in the windows of a letter's envelope, and on its folds. */
function checkLetter(size: PieceSize, page: number, lines: readonly TextLine[]): PrintFinding[] {
  const { page: addressPage, inkFree, returnWindow } = addressSideOf(size)
  // A fold is a finding once, also when it crosses text in several columns.
  const folds = foldStripsOf(size).flatMap((strip) => inArea('text_on_fold', strip, 'a fold', page, lines).slice(0, 1))
  if (page !== addressPage) return folds
  return [
    ...folds,
    ...inArea('text_in_window', inkFree, "the recipient's window", page, lines),
    ...(returnWindow ? inArea('text_in_window', returnWindow, "the sender's window", page, lines) : []),
    ...nearWindows(size, page, lines),
  ]
}

/** Checks the position of the template's own text, and for text under our overlay. */
export function checkText({ piece: { size }, page, art, grounds }: PageToCheck): PrintFinding[] {
  const sheet = sheetOf(size)
  const onPage = art.lines.filter(({ box }) => overlap(sheet.page, box))
  const names = {
    permit: 'where the permit is',
    'return address': 'where the return address is',
    'QR code': 'in a QR code',
  }
  const hidden = grounds.flatMap(({ kind, box }) => {
    // The zone of a postcard and the windows of a letter have findings of their own.
    if (kind === 'recipient' || (kind === 'return address' && !isPostcard(size))) return []
    return paragraphsOf(within(box, onPage)).map((found) =>
      printFindingOf('text_under_overlay', `${quoted(found.text)} is ${names[kind]}.`, { page, box: found.box }),
    )
  })
  return [
    ...outsideOf(sheet.safe, page, onPage),
    ...(isPostcard(size) ? [] : checkLetter(size, page, onPage)),
    ...hidden,
  ]
}

const clippedKinds = { clipped: 'text_clipped', overflows: 'text_overflows' } as const

/** Text that the browser cut off or let run over. */
export const checkClipped = ({ page, found }: PageToCheck): PrintFinding[] =>
  found.clipped.map(({ text, box, kind }) => {
    const detail = `${quoted(text)} ${kind === 'clipped' ? 'is cut off' : 'runs out of its box'}.`
    return printFindingOf(clippedKinds[kind], detail, { page, box })
  })
