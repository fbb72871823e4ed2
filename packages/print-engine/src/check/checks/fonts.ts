import { type PrintFinding, printFindingOf } from '../../findings.ts'
import { missingCharacter } from '../../finish/typeface.ts'
import type { MissingCharacters } from '../../layout/laid-out-piece.ts'
import type { PageFinding, PageToCheck } from '../reading.ts'
import { around, type TextLine } from '../text-lines.ts'
import { areOrIs, nameCharacters } from './characters.ts'
import { quoted } from './paragraphs.ts'

export const checkFonts = ({ facts }: PageToCheck): PageFinding[] =>
  facts.fontsNotEmbedded.map((name) => ({
    code: 'font_not_embedded',
    detail: `The font ${name || '(unnamed)'} is not embedded.`,
  }))

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
export function checkCharacters({ art, source: { missingCharacters }, found }: PageToCheck): PageFinding[] {
  if (missingCharacters === 0) return []
  const code = 'text_character_missing'
  if (found.missing.length > 0)
    return byPlace(found.missing).map(({ text, box }) => ({
      code,
      detail: `${nameCharacters(text)} ${areOrIs(text)} not in any available font, so a hollow box or nothing will be printed.`,
      box,
    }))
  const line = art.lines.find(({ text }) => text.includes(missingCharacter))
  const characters = missingCharacters === 1 ? 'A character' : `${missingCharacters} characters`
  const where = line ? ` of ${quoted(line.text)}` : ', which the style adds,'
  const detail = `${characters}${where} ${missingCharacters === 1 ? 'is' : 'are'} not in any available font.`
  return [{ code, detail, box: line?.box }]
}

/** Characters that the fonts of the template lack, and that another font of the machine has. */
export function checkSubstitutes({ piece, art, facts }: PageToCheck): PageFinding[] {
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
    return { code: 'text_font_substituted', detail, box }
  })
}

/** A style that a font lacks is one finding, wherever it is used. */
export function checkImitations({ found: { imitated } }: PageToCheck): PageFinding[] {
  const kinds = new Map(imitated.toReversed().map((text) => [`${text.family} ${text.kind}`, text]))
  return [...kinds.values()].map(({ family, kind, text, box }) => {
    const detail = `${quoted(text)} is ${kind}, and ${family} has no ${kind} file. The browser ${kind === 'bold' ? 'thickens' : 'slants'} another one.`
    return { code: 'font_style_imitated', detail, box }
  })
}
