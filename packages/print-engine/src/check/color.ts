import { type Box, grown } from '../geometry/units.ts'
import { pixelAreaOf } from '../codes/raster.ts'
import type { PagePicture } from './page-picture.ts'

/** Red, green, and blue from 0 to 255, and the opacity from 0 to 1. */
export interface Color {
  red: number
  green: number
  blue: number
  alpha: number
}

export const colorOf = ([red = 0, green = 0, blue = 0, alpha = 255]: readonly number[]): Color => ({
  red,
  green,
  blue,
  alpha: alpha / 255,
})

/** True if all three parts are equal: such a color prints in black ink alone. */
export const isGray = ({ red, green, blue }: Color): boolean => red === green && green === blue

/** The linear light of one sRGB channel, 0 to 1 (IEC 61966-2-1). */
const linear = (value: number): number =>
  value <= 0.04045 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4

/** From 0 for black to 1 for white. */
export const luminanceOf = ({ red, green, blue }: Color): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** The WCAG contrast ratio: from 1 for equal lightness to 21 for black and white. */
export function contrastOf(one: Color, other: Color): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((first, second) => first - second)
  return (light + 0.05) / (dark + 0.05)
}

/** The visible color where one covers the other. */
export function over(color: Color, ground: Color): Color {
  const mixed = (upper: number, lower: number) => upper * color.alpha + lower * (1 - color.alpha)
  return {
    red: mixed(color.red, ground.red),
    green: mixed(color.green, ground.green),
    blue: mixed(color.blue, ground.blue),
    alpha: 1,
  }
}

const middleOf = (values: number[]): number => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 255

/** Far enough from letters and lines to exclude their edges. In inches. */
const distance = 0.02

/** Maximum number of pixels sampled along each side of a frame. */
const samplesOfSide = 40

/** The color around a box on a page: the median of the pixels in a frame around it. */
export function groundAround(picture: PagePicture, box: Box): Color {
  const { pixels, width } = picture
  const { left, top, right, bottom } = pixelAreaOf(picture, grown(box, distance))
  const found: [number[], number[], number[]] = [[], [], []]
  const add = (x: number, y: number) => {
    const at = (y * width + x) * 3
    for (const [part, values] of found.entries()) values.push(pixels[at + part] ?? 255)
  }
  const [across, down] = [right - left, bottom - top].map((side) => Math.ceil(side / samplesOfSide))
  for (let x = left; x < right; x += across ?? 1) for (const y of [top, bottom - 1]) add(x, y)
  for (let y = top + 1; y < bottom - 1; y += down ?? 1) for (const x of [left, right - 1]) add(x, y)
  const [reds, greens, blues] = found
  return { red: middleOf(reds), green: middleOf(greens), blue: middleOf(blues), alpha: 1 }
}

/** A color is clearly visible if its channels differ from the background by at least this much in total. */
const visible = 300

const differenceOf = (one: Color, other: Color): number =>
  Math.abs(one.red - other.red) + Math.abs(one.green - other.green) + Math.abs(one.blue - other.blue)

/** True if a color stands out from the background by its hue, if not by its lightness. */
export const isClear = (color: Color, ground: Color): boolean => differenceOf(color, ground) >= visible

/** The color in a box that differs most from the background, or the first one that is clearly visible. */
export function strongestIn(picture: PagePicture, box: Box, ground: Color): Color {
  const { pixels, width } = picture
  const { left, top, right, bottom } = pixelAreaOf(picture, box)
  let strongest = ground
  let largest = 0
  for (let y = top; y < bottom && largest < visible; y++)
    for (let x = left; x < right && largest < visible; x++) {
      const at = (y * width + x) * 3
      const color = { red: pixels[at] ?? 255, green: pixels[at + 1] ?? 255, blue: pixels[at + 2] ?? 255, alpha: 1 }
      const difference = differenceOf(color, ground)
      if (difference <= largest) continue
      largest = difference
      strongest = color
    }
  return strongest
}
