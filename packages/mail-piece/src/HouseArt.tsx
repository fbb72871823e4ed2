import styles from './Art.module.css'

export type Hour = 'night' | 'evening' | 'morning'

const stars = [
  [92, 214],
  [208, 236],
  [300, 206],
  [560, 62],
  [392, 66],
] as const

/** A house with its lights on, at an hour of the day. */
export function HouseArt({ hour, className }: { hour: Hour; className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 600 425" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <rect width="600" height="425" className={styles.houseSky} data-hour={hour} />
      {hour === 'night' && stars.map(([x, y]) => <circle key={x} cx={x} cy={y} r="3" className={styles.paper} />)}
      <circle cx="508" cy="112" r="40" className={styles.lit} />
      <path d="M0 322C110 274 232 270 340 300S520 296 600 262V425H0Z" className={styles.deepTeal} />
      <g>
        <path d="M274 352V300" className={styles.line} />
        <ellipse cx="274" cy="262" rx="34" ry="56" className={styles.leafLight} />
        <path d="M514 214V168H540V240Z" className={styles.deepStamp} />
        <path d="M346 262H546V372H346Z" className={styles.paper} />
        <path d="M446 262H546V372H446Z" className={styles.softTeal} />
        <path d="M322 268L446 180L570 268Z" className={styles.sun} />
        <circle cx="446" cy="236" r="15" className={styles.lit} />
        <path d="M368 288H410V330H368ZM482 288H524V330H482Z" className={styles.lit} />
        <path d="M389 288V330M368 309H410M503 288V330M482 309H524" className={styles.thin} />
        <path d="M426 304H466V372H426Z" className={styles.deepTeal} />
        <circle cx="457" cy="340" r="3.500" className={styles.lit} />
      </g>
      <path d="M0 344C140 330 340 352 600 356V425H0Z" className={styles.nearHill} />
      <path d="M424 354H468L520 425H392Z" className={styles.sky} />
    </svg>
  )
}
