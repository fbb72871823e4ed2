import { compileTemplate } from '../src/compile/compile-template.ts'
import type { Asset } from '../src/compile/render.ts'
import { sheetOf } from '../src/geometry/piece.ts'

export const photo: Asset = { mediaType: 'image/png', bytes: Uint8Array.of(137, 80, 78, 71) }

export const brandFont: Asset = { mediaType: 'font/woff2', bytes: Uint8Array.of(119, 79, 70, 50) }

/** Finds an asset for any id that starts with "photo" or "font". */
export const findPhoto = (id: string): Asset | undefined =>
  id.startsWith('photo') ? photo : id.startsWith('font') ? brandFont : undefined

/** Compiles a template for a side of the smallest postcard. */
export const compile = (html: string) => compileTemplate(html, { sheet: sheetOf('4.25x6'), flows: false })

/** The output of a template, without the document around it. */
export function drawn(html: string, values: Record<string, string> = {}): string {
  const [, content] = /<piece-page[^>]*>(.*)<\/piece-page>/s.exec(compile(html).render(values, findPhoto).html) ?? []
  return content ?? 'no page'
}

/** The codes and positions of the findings of a template. */
export const lintOf = (html: string): string[] =>
  compile(html).lint.map(({ code, line, column }) => `${line}:${column} ${code}`)
