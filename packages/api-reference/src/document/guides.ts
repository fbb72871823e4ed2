import { printFindingKinds, proofFailures, templateFindingKinds } from '@app/print-engine'
import { type PieceSize, sheetOf } from '@app/print-engine/geometry'
import { errorCodes } from '../errors/error-codes.ts'
import { memberCodes } from '../errors/member-codes.ts'
import { guides } from '../generated/guides.ts'

/** A table in Markdown. The first column holds codes. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const marked = rows.map(([code = '', ...cells]) => [`\`${code}\``, ...cells])
  return [line(head), line(head.map(() => '---')), ...marked.map(line)].join('\n')
}

/** Braces and angle brackets of a remedy are text. */
const asText = (remedy: string) => remedy.replaceAll(/\{\{.*?\}\}|\S*<[^>]*>/g, '`$&`')

const sizes: readonly PieceSize[] = ['4.25x6', '6x9', '6x11', '8.5x11', '8.5x14']

const sizeRow = (size: PieceSize): string[] => {
  const { page, trim } = sheetOf(size)
  const isLetter = page.width === trim.width
  return [
    size,
    `${trim.width} × ${trim.height} in`,
    `${page.width} × ${page.height} in`,
    isLetter ? 'a letter: every page in one document, on which text flows' : 'a side of a postcard: `Front` or `Back`',
  ]
}

/** Lists that are written from the code, by the name of the comment that stands for each. */
const lists: Record<string, () => string> = {
  'error-codes': () =>
    table(
      ['code', 'status', 'meaning', 'what to do'],
      Object.entries(errorCodes).map(([code, { status, meaning, remedy }]) => [code, String(status), meaning, remedy]),
    ),
  'member-codes': () => table(['code', 'what it means'], Object.entries(memberCodes)),
  'print-findings': () =>
    table(
      ['code', 'severity', 'how to mend it'],
      Object.entries(printFindingKinds).map(([code, { severity, remedy }]) => [code, severity, asText(remedy)]),
    ),
  'proof-failures': () => table(['code', 'what it means, and what to do'], Object.entries(proofFailures)),
  'template-findings': () =>
    table(
      ['code', 'severity', 'allowed', 'how to mend it'],
      Object.entries(templateFindingKinds).map(([code, { severity, allowed, remedy }]) => [
        code,
        severity,
        asText(allowed),
        asText(remedy),
      ]),
    ),
  sizes: () => table(['size', 'after the cut', 'sheet with bleed', 'what a template draws'], sizes.map(sizeRow)),
}

/** All guides as one text in Markdown. @throws {Error} for a list that does not exist. */
export const guideText = (): string =>
  guides.join('\n\n').replaceAll(/<!-- ([\w-]+) -->/g, (_all, name: string) => {
    const list = lists[name]
    if (!list) throw new Error(`No list of the API reference is called ${name}`)
    return list()
  })
