import * as all from './all-entities.ts'

/** Every table of the product. */
export const entities = Object.values(all)
