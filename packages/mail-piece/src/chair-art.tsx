import styles from './Art.module.css'

/** An armchair under a lamp. */
export const chairArt = (
  <>
    <path d="M-20 338H620V445H-20Z" className={styles.deepStamp} />
    <path d="M478 160L392 338H620V160Z" className={styles.glow} />
    <ellipse cx="430" cy="372" rx="166" ry="20" className={styles.sky} />
    <path d="M546 368V158M520 368H572" className={styles.line} />
    <path d="M516 108H576L598 166H494Z" className={styles.lit} />
    <path d="M352 358L344 376M486 358L494 376" className={styles.line} />
    <rect x="342" y="196" width="154" height="140" rx="40" className={styles.nearHill} />
    <rect x="336" y="282" width="166" height="64" rx="20" className={styles.leafLight} />
    <rect x="312" y="256" width="50" height="104" rx="24" className={styles.leafDark} />
    <rect x="476" y="256" width="50" height="104" rx="24" className={styles.leafDark} />
    <rect x="384" y="228" width="66" height="66" rx="12" transform="rotate(-9 417 261)" className={styles.lit} />
  </>
)
