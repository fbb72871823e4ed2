import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** The colors of the identity, as #rrggbb. */
export type Tokens = Record<'ink' | 'paper' | 'stamp' | 'teal' | 'gold' | 'rule', string>

export async function tokensOf(): Promise<Tokens> {
  const css = await readFile(fileURLToPath(import.meta.resolve('@app/ui/tokens.css')), 'utf8')
  // The file names each of them.
  return Object.fromEntries(
    [...css.matchAll(/--(\w+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]),
  ) as Tokens
}

type Triple = [number, number, number]

const toLinear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
const toGamma = (part: number) => (part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055)

const times = (matrix: Triple[], [x, y, z]: Triple): Triple =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as Triple // three rows make three numbers

// Björn Ottosson's matrices: https://bottosson.github.io/posts/oklab/
const lms: Triple[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const lab: Triple[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const labToLms: Triple[] = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const lmsToRgb: Triple[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]

function toLab(hex: string): Triple {
  const [r = 0, g = 0, b = 0] = (hex.match(/[\da-f]{2}/gi) ?? []).map((pair) => toLinear(parseInt(pair, 16) / 255))
  const [l, m, s] = times(lms, [r, g, b])
  return times(lab, [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)])
}

function toHex(color: Triple): string {
  const [l, m, s] = times(labToLms, color)
  const parts = times(lmsToRgb, [l ** 3, m ** 3, s ** 3])
  const bytes = parts.map((part) => Math.round(Math.min(1, Math.max(0, toGamma(part))) * 255))
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** The first color's share is in percent. */
export function mixed(first: string, percent: number, second: string): string {
  const [a, b] = [toLab(first), toLab(second)]
  const share = percent / 100
  return toHex([
    a[0] * share + b[0] * (1 - share),
    a[1] * share + b[1] * (1 - share),
    a[2] * share + b[2] * (1 - share),
  ])
}

/** Style rules for a program that knows neither variables nor mixing: each color as what it comes to. */
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
