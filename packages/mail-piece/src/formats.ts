/** A box in inches, measured from the edges of the trimmed piece unless the name says otherwise. */
export interface SizeInches {
  width: number
  height: number
}

export interface ZoneInches extends SizeInches {
  right: number
  bottom: number
}

export interface WindowInches extends SizeInches {
  left: number
  top: number
}

/** Print resolution in dots per inch. */
export const printDpi = 300

/** Artwork extends this far beyond the trim on every side, and text stays as far inside it. In inches. */
export const bleedInches = 0.125
export const safeInches = 0.125

/** The smallest type that a mailing address may have: 8 pt, in inches (DMM 202). */
export const smallestAddressTypeInches = 0.08

/** An Intelligent Mail barcode (IMb): 65 bars, 20 to 24 per inch, 0.125 to 0.165 inches high. */
export const imbBars = { count: 65, pitchInches: 1 / 22, widthInches: 0.02, heightInches: 0.145 }

/** USPS measures the ink-free zone from the edge of the bleed. Drawing needs it from the trim. */
const fromTrim = (zone: ZoneInches): ZoneInches => ({
  ...zone,
  right: zone.right - bleedInches,
  bottom: zone.bottom - bleedInches,
})

export const postcardFormats = {
  '4.25x6': {
    label: '4.25 × 6 in',
    trim: { width: 6, height: 4.25 },
    inkFree: fromTrim({ width: 3.2835, height: 2.375, right: 0.275, bottom: 0.25 }),
  },
  '6x9': {
    label: '6 × 9 in',
    trim: { width: 9, height: 6 },
    inkFree: fromTrim({ width: 4, height: 2.375, right: 0.275, bottom: 0.25 }),
  },
  '6x11': {
    label: '6 × 11 in',
    trim: { width: 11, height: 6 },
    inkFree: fromTrim({ width: 4, height: 2.375, right: 0.275, bottom: 0.25 }),
  },
} as const satisfies Record<string, { label: string; trim: SizeInches; inkFree: ZoneInches }>

export type PostcardSize = keyof typeof postcardFormats

export const letterFormats = {
  '8.5x11': { label: '8.5 × 11 in', trim: { width: 8.5, height: 11 } },
  '8.5x14': { label: '8.5 × 14 in', trim: { width: 8.5, height: 14 } },
} as const satisfies Record<string, { label: string; trim: SizeInches }>

export type LetterSize = keyof typeof letterFormats

/** Where the windows of a #10 double-window envelope show the two addresses, and where the text may begin. */
export const letterWindows = {
  from: { left: 0.625, top: 0.5, width: 3.25, height: 0.875 },
  to: { left: 0.625, top: 1.72, width: 4, height: 1 },
  bodyTop: 3.2,
} as const satisfies { from: WindowInches; to: WindowInches; bodyTop: number }

/** The size in pixels at print resolution, of the trim or including the bleed on both sides. */
export const pixelsOf = (size: SizeInches, bleed = 0): SizeInches => ({
  width: Math.round((size.width + 2 * bleed) * printDpi),
  height: Math.round((size.height + 2 * bleed) * printDpi),
})
