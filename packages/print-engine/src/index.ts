export * from './geometry/units.ts'
