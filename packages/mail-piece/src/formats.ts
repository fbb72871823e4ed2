/** Positions on paper, in inches from the edges of the trimmed piece unless the name says otherwise. */
export interface SizeInches {
  width: number
  height: number
}

export interface ZoneInches extends SizeInches {
  right: number
  bottom: number
}

/** A box in inches, from the top left corner of its container. */
export interface BoxInches extends SizeInches {
  left: number
  top: number
}

/** Print resolution in dots per inch. */
export const printDpi = 300

/** Artwork extends this far beyond the trim on every side, and text stays as far inside it. In inches. */
export const bleedInches = 0.125
export const safeInches = 0.125

/** An Intelligent Mail barcode (IMb): 65 bars, 20 to 24 per inch, 0.125 to 0.165 inches high. */
export const imbBars = { count: 65, pitchInches: 1 / 22, widthInches: 0.02, heightInches: 0.145 }

/** Minimum clearance of an IMb on its left and right, and above and below (DMM 202). In inches. */
export const imbClearance = { side: 0.125, ends: 0.028 }

/**
 * The address block: the barcode, a gap, and the lines. It is `inset` from the left edge of its area and centered
 * vertically. Lengths are in inches; `leading` (from line to line) and the width of a character are in multiples of the
 * type size.
 */
export const addressBlock = { inset: 0.125, typeInches: 0.145, leading: 1.35, barcodeGap: 0.08, characterEm: 0.6 }

/** The area USPS scans for addresses: inches from both sides of the mailed piece, and up from its bottom edge (DMM 202). */
export const readAreaOffsets = { side: 0.5, bottom: 0.625, top: 2.75 }

/** The permit indicia on the address side of a postcard. */
export const indiciaZone = { right: 0.25, top: 0.25, width: 1.3, height: 0.64 }

/** Quiet zone of a QR code in modules, and the smallest module (0.5 mm) that phones scan reliably. */
export const qrModules = { quiet: 4, minInches: 0.5 / 25.4 }

/** Converts from USPS's measurements, which start at the bleed edge, to those of drawings, which start at the trim. */
const fromTrim = (zone: ZoneInches): ZoneInches => ({
  ...zone,
  right: zone.right - bleedInches,
  bottom: zone.bottom - bleedInches,
})

/** The paper of postcards and of letters. */
const cardStock = '110 lb, film laminated'
const letterStock = '28 lb paper'

export const postcardFormats = {
  '4.25x6': {
    label: '4.25 × 6 in',
    trim: { width: 6, height: 4.25 },
    inkFree: fromTrim({ width: 3.2835, height: 2.375, right: 0.275, bottom: 0.25 }),
    stock: cardStock,
  },
  '6x9': {
    label: '6 × 9 in',
    trim: { width: 9, height: 6 },
    inkFree: fromTrim({ width: 4, height: 2.375, right: 0.275, bottom: 0.25 }),
    stock: cardStock,
  },
  '6x11': {
    label: '6 × 11 in',
    trim: { width: 11, height: 6 },
    inkFree: fromTrim({ width: 4, height: 2.375, right: 0.275, bottom: 0.25 }),
    stock: cardStock,
  },
} as const satisfies Record<string, { label: string; trim: SizeInches; inkFree: ZoneInches; stock: string }>

export type PostcardSize = keyof typeof postcardFormats

export const letterFormats = {
  '8.5x11': { label: '8.5 × 11 in', trim: { width: 8.5, height: 11 }, stock: letterStock },
  '8.5x14': { label: '8.5 × 14 in', trim: { width: 8.5, height: 14 }, stock: letterStock },
} as const satisfies Record<string, { label: string; trim: SizeInches; stock: string }>

export type LetterSize = keyof typeof letterFormats

/** The label, trim, and paper of each piece size. */
export const pieceFormats = { ...postcardFormats, ...letterFormats }

/** Every other size is a postcard. */
export const isLetterSize = (size: PostcardSize | LetterSize): size is LetterSize => size in letterFormats

/** Positions of the two addresses in a #10 double-window envelope, and where the text may start. */
export const letterWindows = {
  from: { left: 0.625, top: 0.5, width: 3.25, height: 0.875 },
  to: { left: 0.625, top: 1.72, width: 4, height: 1 },
  bodyTop: 3.2,
} as const satisfies { from: BoxInches; to: BoxInches; bodyTop: number }

/** The #10 envelope for letters. */
export const envelope: SizeInches = { width: 9.5, height: 4.125 }

/**
 * The fold lines of a sheet, in inches from its top. They divide it into the fewest equal panels that fit into the
 * envelope.
 */
export const foldsOf = (sheet: SizeInches): number[] => {
  const panels = Math.ceil(sheet.height / envelope.height)
  return Array.from({ length: panels - 1 }, (_, fold) => ((fold + 1) * sheet.height) / panels)
}
