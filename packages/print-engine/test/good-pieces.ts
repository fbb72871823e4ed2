import { qrModules } from '@app/mail-piece/formats'
import { imbNumber, type Random, seeded } from './random.ts'
import { fitAddress } from '../src/address/fit-address.ts'
import { encodeQr } from '../src/codes/qr.ts'
import type { PieceToFinish } from '../src/finish/piece-to-finish.ts'
import { addressSideOf, foldStripsOf, isPostcard, type PieceSize, sheetOf } from '../src/geometry/piece.ts'
import { type Box, boxOf, grown, holds, overlap } from '../src/geometry/units.ts'
import { type Art, type Color, filled, image, overlay, pieceOf, together, written } from './pieces.ts'

const sizes: readonly PieceSize[] = ['4.25x6', '6x9', '6x11', '8.5x11', '8.5x14']
const names = [
  'Dana Sample',
  'Łukasz Żółć',
  'José Ñandú',
  'Ελένη Δοκιμή',
  'Анна Пример',
  'Nguyễn Thị Mẫu',
  'O’Brien-Smith Jr.',
]
const streets = [
  '1418 Cedar Ln',
  '902 Juniper Court',
  'PO Box 12',
  '7 Rocky Mountain Spring Valley Road',
  '39.2 Mile Marker',
]
const units = ['', 'Apt 2', 'Suite 400', '# 7', 'Building 12 Floor 3']
const cities = ['Tulsa', 'Reno', 'Rancho Santa Margarita', 'Winston-Salem']

const between = (random: Random, least: number, most: number) => least + (random(10_001) / 10_000) * (most - least)
const oneOf = <Value>(random: Random, values: readonly Value[]): Value => {
  const value = values[random(values.length)]
  if (value === undefined) throw new Error('an empty list')
  return value
}
const color = (random: Random): Color => [between(random, 0, 0.9), between(random, 0, 0.9), between(random, 0, 0.9)]

/** A free place for a box of this size, or undefined. */
function freePlace(random: Random, area: Box, width: number, height: number, taken: Box[]): Box | undefined {
  for (let attempt = 0; attempt < 30; attempt++) {
    const left = between(random, area.left, area.left + area.width - width)
    const top = between(random, area.top, area.top + area.height - height)
    const box = boxOf(left, top, width, height)
    if (!holds(area, box) || taken.some((other) => overlap(other, box))) continue
    taken.push(box)
    return box
  }
  return undefined
}

/** Art that crosses the edges, a plain background, or nothing. */
function ground(random: Random, { page }: { page: Box }): Art {
  const whole = filled(page, color(random))
  const half = filled({ ...page, height: page.height * between(random, 0.3, 0.8) }, color(random))
  const hill: Art = (sheet) => {
    const [red, green, blue] = color(random)
    const height = sheet.getHeight()
    const points = [0, 0.25, 0.5, 0.75, 1].map(
      (part) => `${part * sheet.getWidth()} ${between(random, 0.2, 0.6) * height} l`,
    )
    sheet.node.normalize()
    const content = `q ${red} ${green} ${blue} rg 0 0 m ${points.join(' ')} ${sheet.getWidth()} 0 l f Q`
    sheet.node.addContentStream(sheet.doc.context.register(sheet.doc.context.flateStream(content)))
  }
  const photo = image(page, [Math.ceil(page.width * 300), Math.ceil(page.height * 300)], 150)
  return oneOf(random, [whole, half, together(whole, hill), hill, photo, () => undefined])
}

/** Lines of text and an image where they are allowed. */
function contents(random: Random, size: PieceSize, taken: Box[]): Art {
  const { safe } = sheetOf(size)
  const arts: Art[] = []
  for (let line = 0; line < 6; line++) {
    const words = 'Your planting plan is ready'.slice(0, 4 + random(23))
    const typeInches = between(random, 0.09, 0.3)
    const box = freePlace(random, safe, words.length * typeInches * 0.6, typeInches * 1.4, taken)
    if (box)
      arts.push(
        written(words, { left: box.left, baseline: box.top + typeInches, typeInches }, `${between(random, 0, 0.3)} g`),
      )
  }
  const side = between(random, 0.4, 1)
  const place = freePlace(random, safe, side, side, taken)
  if (place) arts.push(image(place, [Math.ceil(side * (300 + random(100))), Math.ceil(side * 300)], random(200)))
  return together(...arts)
}

/** A piece of any size without faults. */
export async function goodPiece(seed: number): Promise<PieceToFinish> {
  // Otherwise, adjacent seeds would start with similar numbers.
  const random = seeded(Math.imul(seed + 1, 2_654_435_761))
  const size = oneOf(random, sizes)
  const sheet = sheetOf(size)
  const address = { name: oneOf(random, names), street: oneOf(random, streets), unit: oneOf(random, units) }
  const to = { ...address, city: oneOf(random, cities), state: 'OK', zip: oneOf(random, ['74104', '74104-0199']) }
  const fitted = fitAddress(to, size)
  if (fitted.findings.length > 0) return goodPiece(seed + 1000)

  const { page: addressPage, inkFree, indicia, returnWindow, windowMargins = [] } = addressSideOf(size)
  const pageCount = isPostcard(size) ? 2 : 1 + random(3)
  const url = `https://garden.example/${'plan-'.repeat(random(8))}${seed}`
  const codes: Box[] = []
  const pages = Array.from({ length: pageCount }, (_, index): Art => {
    const isAddressSide = index + 1 === addressPage
    // The return address of a postcard has a separate corner.
    const corner = boxOf(sheet.trim.left, sheet.trim.top, 3, 1)
    const ours = isAddressSide
      ? [grown(inkFree, 0.01), indicia ?? corner, returnWindow ?? corner, corner, ...windowMargins]
      : []
    const taken = [...ours, ...foldStripsOf(size)]
    const smallest = (encodeQr(url).length + 2 * qrModules.quiet) * qrModules.minInches
    const side = smallest + between(random, 0.02, 0.5)
    if (index === 0) codes.push(...[freePlace(random, sheet.safe, side, side, taken)].flatMap((box) => box ?? []))
    const under =
      isAddressSide || !isPostcard(size) ? filled(boxOf(0, 0, 0.001, 0.001), [1, 1, 1]) : ground(random, sheet)
    return together(
      under,
      contents(random, size, taken),
      filled(boxOf(sheet.safe.left, sheet.safe.top + sheet.safe.height - 0.1, 0.1, 0.1), [0, 0, 0]),
    )
  })
  const piece = await pieceOf(size, ...pages)
  const [first, ...rest] = piece.art
  if (!first) throw new Error('a piece without art')
  return {
    ...piece,
    art: [{ ...first, qrCodes: codes.map((box) => ({ page: 1, box, url })) }, ...rest],
    overlay: {
      ...piece.overlay,
      addressLines: fitted.lines,
      imbDigits: imbNumber(random),
      returnLines: overlay.returnLines,
    },
  }
}
