import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { formatHex, interpolate } from 'culori'

/** The brand colors, as #rrggbb. */
export type Tokens = Record<'ink' | 'paper' | 'stamp' | 'teal' | 'gold' | 'rule', string>

export async function tokensOf(): Promise<Tokens> {
  const css = await readFile(fileURLToPath(import.meta.resolve('@app/ui/tokens.css')), 'utf8')
  // The style sheet defines each of them.
  return Object.fromEntries(
    [...css.matchAll(/--(\w+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]),
  ) as Tokens
}

/** Mixes two colors as color-mix(in oklab) does. The share of the first is in percent. */
export const mixed = (first: string, percent: number, second: string): string =>
  formatHex(interpolate([second, first], 'oklab')(percent / 100))

/** Replaces variables and color-mix() by plain colors, for renderers that support neither. */
export const concreteColors = (css: string, tokens: Tokens): string =>
  css
    .replaceAll(/var\(--(\w+)\)/g, (whole, name: string) => (name in tokens ? tokens[name as keyof Tokens] : whole))
    .replaceAll(
      /color-mix\(in oklab,\s*(#\w{6})\s+(\d+)%,\s*(#\w{6})\)/g,
      (_, first: string, share: string, second: string) => mixed(first, Number(share), second),
    )
    .replaceAll(
      /fill:\s*color-mix\(in oklab,\s*(#\w{6})\s+(\d+)%,\s*(?:transparent|#0000)\)/g,
      'fill:$1;fill-opacity:0.$2',
    )
