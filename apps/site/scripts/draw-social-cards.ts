import { readdir, readFile, writeFile } from 'node:fs/promises'
import type { Brand } from '@app/brand'
import { Resvg } from '@resvg/resvg-js'
import { escapeUTF8 } from 'entities/escape'
import { displayFace } from './subset-fonts.ts'
import { concreteColors, type Tokens, tokensOf } from './concrete-colors.ts'

/** The preview image for links to a page. */
export interface SocialCard {
  /** Path of the image, from the root of the site. */
  file: string
  /** The headline of the page. */
  claim: string
  /** Markup of the SVG drawing next to it. */
  art: string
}

const width = 1200
const height = 630
/** Longest line that fits next to the drawing, in characters. */
const maxLineLength = 15

function lines(text: string): string[] {
  const done: string[] = []
  for (const word of text.split(' ')) {
    const line = done.at(-1)
    if (line !== undefined && `${line} ${word}`.length <= maxLineLength) done[done.length - 1] = `${line} ${word}`
    else done.push(word)
  }
  return done
}

function draw({ claim, art }: SocialCard, css: string, { ink, paper, stamp }: Tokens, brand: Brand): string {
  const rows = lines(claim)
  const size = rows.length > 4 ? 60 : 74
  const top = 300 - ((rows.length - 1) * size) / 2
  const words = rows.map((row, index) => `<tspan x="64" y="${top + index * size}">${escapeUTF8(row)}</tspan>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="Bricolage Grotesque" font-weight="700">
<style>${css}</style>
<rect width="${width}" height="${height}" fill="${paper}"/>
<rect y="${height - 14}" width="${width}" height="14" fill="${stamp}"/>
<text font-size="${size}" letter-spacing="-2" fill="${ink}">${words}</text>
<text x="64" y="560" font-size="34" fill="${ink}">${escapeUTF8(brand.companyName)}</text>
<g transform="translate(664 142) rotate(-4 255 181)">
<rect x="10" y="16" width="510" height="361" fill="${ink}" opacity="0.16"/>
${art.replace('<svg ', '<svg width="510" height="361" ')}
</g></svg>`
}

/** The rules in the build's style sheets that set fill or stroke. */
async function shapeRules(out: URL): Promise<string> {
  const assets = new URL('assets/', out)
  const sheets = (await readdir(assets)).filter((name) => name.endsWith('.css'))
  const css = await Promise.all(sheets.map((name) => readFile(new URL(name, assets), 'utf8')))
  return (css.join('\n').match(/[^{}]+\{[^{}]*\b(?:fill|stroke):[^{}]*\}/g) ?? []).join('\n')
}

/** Draws an image of 1200 by 630 pixels for each page, in the colors and typeface of the build. */
export async function writeSocialCards(out: URL, brand: Brand, cards: SocialCard[]): Promise<void> {
  const rules = await shapeRules(out)
  const tokens = await tokensOf()
  const css = concreteColors(rules, tokens)
  const font = { fontFiles: [await displayFace()], loadSystemFonts: false }
  for (const card of cards) {
    const png = new Resvg(draw(card, css, tokens, brand), { font }).render().asPng()
    await writeFile(new URL(`.${card.file}`, out), png)
  }
}
