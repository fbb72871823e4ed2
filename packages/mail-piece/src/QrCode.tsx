import { qrModules } from './formats.ts'

/** Draws each run of dark modules as one horizontal stroke. */
const rowPath = (row: string, y: number, modules: number): string => {
  const bits = BigInt(`0x${row}`).toString(2).padStart(modules, '0')
  return [...bits.matchAll(/1+/g)].map((run) => `M${run.index} ${y}.5h${run[0].length}`).join('')
}

export function QrCode({
  rows,
  label,
  className,
}: {
  rows: readonly string[]
  label: string
  className?: string | undefined
}) {
  const modules = rows.length
  const side = modules + 2 * qrModules.quiet
  return (
    <svg
      className={className}
      viewBox={`${-qrModules.quiet} ${-qrModules.quiet} ${side} ${side}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={rows.map((row, y) => rowPath(row, y, modules)).join('')} stroke="currentColor" strokeWidth="1" />
    </svg>
  )
}
