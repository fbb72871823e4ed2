import type { PieceSize } from '@app/api-client'
import { pieceFormats } from '@app/mail-piece/formats'
import styles from './PieceShape.module.css'

const lines = [0.26, 0.38, 0.5, 0.62, 0.74]

/** A drawing of a piece in its proportions, where there is no picture of it. */
export function PieceShape({ size, label }: { size: PieceSize; label: string }) {
  const { width, height } = pieceFormats[size].trim
  const isLetter = height > width
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className={styles.shape}>
      <rect width={width} height={height} className={styles.paper} />
      {isLetter ? (
        lines.map((line, index) => (
          <rect
            key={line}
            x={width * 0.12}
            y={height * line}
            width={width * (index === lines.length - 1 ? 0.4 : 0.76)}
            height={0.16}
            className={styles.line}
          />
        ))
      ) : (
        <>
          <rect x={width - 1.1} y={0.35} width={0.75} height={0.9} className={styles.stamp} />
          {[0, 0.32, 0.64].map((line) => (
            <rect
              key={line}
              x={width * 0.5}
              y={height * 0.5 + line}
              width={width * (line === 0.64 ? 0.26 : 0.36)}
              height={0.12}
              className={styles.line}
            />
          ))}
        </>
      )}
    </svg>
  )
}
