import { imbBars } from './formats.ts'

const unit = 100
const pitch = imbBars.pitchInches * unit
const height = imbBars.heightInches * unit
/** A tracker is the middle third of the height. An ascender or a descender adds another third. */
const third = height / 3

const topOf = (letter: string) => (letter === 'A' || letter === 'F' ? 0 : third)
const bottomOf = (letter: string) => (letter === 'D' || letter === 'F' ? height : 2 * third)

const barPath = (bars: string) =>
  Array.from(bars, (letter, bar) => {
    const left = (bar * pitch).toFixed(1)
    return `M${left} ${topOf(letter).toFixed(1)}V${bottomOf(letter).toFixed(1)}`
  }).join('')

/** An Intelligent Mail barcode at its true size, in hundredths of an inch. */
export function Imb({ bars, className }: { bars: string; className?: string | undefined }) {
  const width = (imbBars.count - 1) * pitch + imbBars.widthInches * unit
  return (
    <svg
      className={className}
      viewBox={`${-imbBars.widthInches * 50} 0 ${width.toFixed(1)} ${height}`}
      role="img"
      aria-label="Intelligent Mail barcode"
    >
      <path d={barPath(bars)} stroke="currentColor" strokeWidth={imbBars.widthInches * unit} />
    </svg>
  )
}
