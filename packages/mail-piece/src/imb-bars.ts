import { type BoxInches, imbBars, type SizeInches } from './formats.ts'

/** Size of the whole barcode. There is no gap after the last bar. */
export const imbSize: SizeInches = {
  width: (imbBars.count - 1) * imbBars.pitchInches + imbBars.widthInches,
  height: imbBars.heightInches,
}

/** A tracker is the middle third of the height. An ascender or a descender adds another third. */
const third = imbBars.heightInches / 3

/** The box of each bar, from the top left corner of the barcode. */
export const imbBarBoxes = (bars: string): BoxInches[] =>
  Array.from(bars, (bar, place) => {
    const top = bar === 'A' || bar === 'F' ? 0 : third
    const bottom = bar === 'D' || bar === 'F' ? imbBars.heightInches : 2 * third
    return { left: place * imbBars.pitchInches, top, width: imbBars.widthInches, height: bottom - top }
  })
