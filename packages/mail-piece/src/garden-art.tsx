import styles from './Art.module.css'

const leaf = 'M0 0C8-34 48-54 96-44C88-6 46 20 0 0Z'
const vein = 'M0 0C30-12 60-26 92-42'

/** The leaves of the branch: x, y, rotation in degrees, scale. */
const branch = [
  [470, 402, -150, 1.05],
  [468, 360, -12, 1],
  [478, 322, -148, 0.95],
  [484, 282, -22, 0.92],
  [498, 246, -140, 0.8],
  [508, 214, -34, 0.76],
  [526, 184, -128, 0.6],
  [536, 164, -58, 0.6],
] as const

/** The furrows of the near field, which fan out from a point on the horizon. */
const furrows = [-260, -120, 20, 160, 300, 440, 580, 720]

export const gardenArt = (
  <>
    <circle cx="424" cy="196" r="92" className={styles.sun} />
    <path d="M-20 270L0 262C96 226 188 214 300 240S498 270 600 226L620 217V445H-20Z" className={styles.farHill} />
    <path d="M-20 306L0 300C120 262 250 262 372 288S540 300 600 284L620 279V445H-20Z" className={styles.midHill} />
    <path d="M-20 343L0 338C150 300 330 306 600 330L620 332V445H-20Z" className={styles.nearHill} />
    <g className={styles.furrow}>
      {furrows.map((x) => (
        <path
          key={x}
          d={`M${230 + x * 0.12} 316Q${230 + x * 0.4} 350 ${x} 425l${Math.round((x * 0.6 - 230) / 3.75)} 20`}
        />
      ))}
    </g>
    <path d="M462 445V425C462 340 486 240 548 140" className={styles.stem} />
    {branch.map(([x, y, rotation, scale], index) => (
      <g key={y} transform={`translate(${x} ${y}) rotate(${rotation}) scale(${scale})`}>
        <path d={leaf} className={index % 2 ? styles.leafLight : styles.leafDark} />
        <path d={vein} className={styles.vein} />
      </g>
    ))}
  </>
)

/** Two leaves and a stem: the sender's letterhead mark. */
export function LeafMark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 48 48" aria-hidden="true">
      <path d="M24 46C24 34 24 26 24 18" className={styles.markStem} />
      <path d="M24 30C10 30 4 20 4 8C18 8 24 16 24 30Z" className={styles.leafDark} />
      <path d="M24 24C24 12 32 4 45 4C45 16 38 24 24 24Z" className={styles.sun} />
    </svg>
  )
}
