import { postcardFormats } from '@app/mail-piece/formats'

const sizes = Object.keys(postcardFormats)

// Joined by hand: the first Intl.ListFormat makes a browser load its data, about 20 ms on every page.
const listed = (last: 'and' | 'or') => `${sizes.slice(0, -1).join(', ')}, ${last} ${sizes.at(-1)}`

/** "4.25x6, 6x9, and 6x11" */
export const postcardSizes = listed('and')
/** "4.25x6, 6x9, or 6x11" */
export const anyPostcardSize = listed('or')
