import { postcardFormats } from '@app/mail-piece/formats'

const listed = (type: 'conjunction' | 'disjunction') =>
  new Intl.ListFormat('en-US', { type }).format(Object.keys(postcardFormats))

/** "4.25x6, 6x9, and 6x11" */
export const postcardSizes = listed('conjunction')
/** "4.25x6, 6x9, or 6x11" */
export const anyPostcardSize = listed('disjunction')
