import { imbBars, type BoxInches } from './formats.ts'
import { imbBarBoxes, imbSize } from './imb-bars.ts'

/** The drawing's units are hundredths of an inch. */
const units = (inches: number) => Number((inches * 100).toFixed(3))

/** A bar is a stroke down the middle of its box. */
const barPath = ({ left, top, width, height }: BoxInches) =>
  `M${units(left + width / 2)} ${units(top)}V${units(top + height)}`

/** An Intelligent Mail barcode at its true size. */
export function Imb({ bars, className }: { bars: string; className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${units(imbSize.width)} ${units(imbSize.height)}`}
      role="img"
      aria-label="Intelligent Mail barcode"
    >
      <path
        d={imbBarBoxes(bars).map(barPath).join('')}
        stroke="currentColor"
        strokeWidth={units(imbBars.widthInches)}
      />
    </svg>
  )
}
