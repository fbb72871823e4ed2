import { type PrintFinding, printFindingOf } from '../../findings.ts'
import { missingCharacter } from '../../finish/typeface.ts'
import type { MissingCharacters } from '../../layout/laid-out-piece.ts'
import type { PageToCheck } from '../reading.ts'
import { around, type TextLine } from '../text-lines.ts'
import { areOrIs, nameCharacters } from './characters.ts'
import { quoted } from './paragraphs.ts'

export const checkFonts = ({ page, facts }: PageToCheck): PrintFinding[] =>
  facts.fontsNotEmbedded.map((name) =>
    printFindingOf('font_not_embedded', `The font ${name || '(unnamed)'} is not embedded.`, { page }),
  )

/** Font files of the template that the browser did not take. */
export const checkRefusedFonts = (families: readonly string[]): PrintFinding[] =>
  [...new Set(families)].map((family) =>
    printFindingOf('font_unreadable', `The file of “${family}” is damaged. Its text is set in another font.`),
  )

/** Neighbors on one line. */
const isNextTo = (one: MissingCharacters, { box }: MissingCharacters) =>
  Math.abs(one.box.top - box.top) < box.height / 2 && Math.abs(one.box.left + one.box.width - box.left) < 3 * box.height

/** The characters of a line together. */
function byPlace(missing: readonly MissingCharacters[]): MissingCharacters[] {
  const groups: MissingCharacters[] = []
  for (const found of missing) {
    const last = groups.at(-1)
    if (last && isNextTo(last, found)) {
      last.text += found.text
      last.box = around(last.box, found.box)
    } else groups.push({ ...found })
  }
  return groups
}

/** Names the characters that nothing shows. Those that a style adds have no place in the text. */
export function checkCharacters({ page, art, source: { missingCharacters }, found }: PageToCheck): PrintFinding[] {
  if (missingCharacters === 0) return []
  const find = (detail: string, box?: TextLine['box']) =>
    printFindingOf('text_character_missing', detail, { page, ...(box && { box }) })
  const named = byPlace(found.missing).map(({ text, box }) =>
    find(
      `${nameCharacters(text)} ${areOrIs(text)} not in any available font, so a hollow box or nothing will be printed.`,
      box,
    ),
  )
  if (named.length > 0) return named
  const [line] = art.lines.filter(({ text }) => text.includes(missingCharacter))
  const characters = missingCharacters === 1 ? 'A character' : `${missingCharacters} characters`
  const where = line ? ` of ${quoted(line.text)}` : ', which the style adds,'
  return [find(`${characters}${where} ${missingCharacters === 1 ? 'is' : 'are'} not in any available font.`, line?.box)]
}

/** Characters that the fonts of the template lack, and that another font of the machine has. */
export function checkSubstitutes({ piece, page, art, facts }: PageToCheck): PrintFinding[] {
  const known = new Set([...piece.fontNames, ...facts.fontsNotEmbedded, ''])
  const found = new Map<string, { text: string; box: TextLine['box'] }>()
  for (const { characters, box } of art.lines)
    for (const [font, text] of characters) {
      if (known.has(font)) continue
      const before = found.get(font)
      found.set(font, before ? { ...before, text: before.text + text } : { text, box })
    }
  return [...found].map(([font, { text, box }]) => {
    const detail = `${nameCharacters(text)} ${areOrIs(text)} set in ${font}, because the fonts of the template do not have ${new Set(text).size === 1 ? 'it' : 'them'}.`
    return printFindingOf('text_font_substituted', detail, { page, box })
  })
}

/** A style that a font lacks is one finding, wherever it is used. */
export function checkImitations({ page, found: { imitated } }: PageToCheck): PrintFinding[] {
  const kinds = new Map(imitated.toReversed().map((text) => [`${text.family} ${text.kind}`, text]))
  return [...kinds.values()].map(({ family, kind, text, box }) => {
    const detail = `${quoted(text)} is ${kind}, and ${family} has no ${kind} file. The browser ${kind === 'bold' ? 'thickens' : 'slants'} another one.`
    return printFindingOf('font_style_imitated', detail, { page, box })
  })
}
