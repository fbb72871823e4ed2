import { compileTemplate } from '../src/compile/compile-template.ts'
import type { Asset } from '../src/compile/render.ts'
import { sheetOf } from '../src/geometry/piece.ts'

export const photo: Asset = { mediaType: 'image/png', bytes: Uint8Array.of(137, 80, 78, 71) }

export const brandFont: Asset = { mediaType: 'font/woff2', bytes: Uint8Array.of(119, 79, 70, 50) }

/** Every asset whose id begins with "photo" or "font" was uploaded. */
export const findPhoto = (id: string): Asset | undefined =>
  id.startsWith('photo') ? photo : id.startsWith('font') ? brandFont : undefined

/** For a side of the smallest postcard. */
export const compile = (html: string) => compileTemplate(html, { sheet: sheetOf('4.25x6'), flows: false })

/** What a template draws, without the document around it. */
export function drawn(html: string, values: Record<string, string> = {}): string {
  const [, content] = /<piece-page[^>]*>(.*)<\/piece-page>/s.exec(compile(html).render(values, findPhoto).html) ?? []
  return content ?? 'no page'
}

/** The codes and places of what is wrong with a template. */
export const lintOf = (html: string): string[] =>
  compile(html).lint.map(({ code, line, column }) => `${line}:${column} ${code}`)
