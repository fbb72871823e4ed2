import type { Fault } from './fault.ts'
import { faultsOfCodes } from './of-codes.ts'
import { faultsOfInk } from './of-ink.ts'
import { faultsOfContents, faultsOfPages } from './of-pages.ts'
import { faultsOfAddresses, faultsOfText } from './of-text.ts'

export const faults: readonly Fault[] = [
  ...faultsOfPages,
  ...faultsOfContents,
  ...faultsOfText,
  ...faultsOfInk,
  ...faultsOfCodes,
  ...faultsOfAddresses,
]
