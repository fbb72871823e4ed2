import { comparePieces, isEqual } from './compare/compare-pieces.ts'

// Compares what the site shows with what is printed, in all sizes. Fails where the two differ.
const comparisons = await comparePieces(['4.25x6', '6x9', '6x11', '8.5x11', '8.5x14'])
console.table(
  comparisons.map(({ size, side, otherLines, farthest, pixelsOff }) => ({
    size,
    side,
    'lines that differ': otherLines.join(' | '),
    'farthest edge, pixels': farthest.toFixed(2),
    'pixels off': `${(100 * pixelsOff).toFixed(2)} %`,
  })),
)
if (!comparisons.every(isEqual)) process.exitCode = 1
