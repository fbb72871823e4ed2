import { pointsPerInch } from './units.ts'

/** A coordinate transformation in PDF notation. */
export type Matrix = readonly [number, number, number, number, number, number]

export const unchanged: Matrix = [1, 0, 0, 1, 0, 0]

export const matrixOf = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[] = []): Matrix => [
  a,
  b,
  c,
  d,
  e,
  f,
]

/** The matrix that applies `inner` first. */
export const times = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + b * i,
  a * h + b * j,
  c * g + d * i,
  c * h + d * j,
  e * g + f * i + k,
  e * h + f * j + l,
]

/** Left, bottom, right, and top. */
export type Edges = [number, number, number, number]

export function edgesAfter([left, bottom, right, top]: Edges, [a, b, c, d, e, f]: Matrix): Edges {
  const across = [left, right].flatMap((x) => [bottom, top].map((y) => a * x + c * y + e))
  const up = [left, right].flatMap((x) => [bottom, top].map((y) => b * x + d * y + f))
  return [Math.min(...across), Math.min(...up), Math.max(...across), Math.max(...up)]
}

/** An image is a square of side 1 that its matrix places. */
export const edgesOfImage = (matrix: Matrix): Edges => edgesAfter([0, 0, 1, 1], matrix)

/** Pixels per printed inch of an image, in the direction with fewer. */
export const dpiOfImage = (width: number, height: number, [a, b, c, d]: Matrix): number =>
  pointsPerInch * Math.min(width / Math.hypot(a, b), height / Math.hypot(c, d))
