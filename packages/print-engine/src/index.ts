export * from './codes/imb-decode.ts'
export * from './codes/imb-encode.ts'
export * from './geometry/piece.ts'
export * from './geometry/units.ts'
