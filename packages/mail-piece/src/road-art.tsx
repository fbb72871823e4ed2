import styles from './Art.module.css'

/** A car on a road through the hills. */
export const roadArt = (
  <>
    <circle cx="520" cy="164" r="48" className={styles.lit} />
    <path d="M150 330L286 222L352 272L452 176L620 301V330Z" className={styles.farHill} />
    <path d="M-20 313L0 306C130 262 260 276 372 302S530 296 600 282L620 278V360H-20Z" className={styles.midHill} />
    <path d="M-20 342H620V445H-20Z" className={styles.ink} />
    <path d="M250 378H330M392 378H472M534 378H620" className={styles.thin} />
    <path
      d="M300 338C298 312 312 302 336 298L372 293C396 262 420 252 456 252H474C508 252 524 270 538 294C562 298 572 308 572 328V342H300Z"
      className={styles.sun}
    />
    <path d="M392 292C406 274 424 268 444 268V292ZM458 268H474C494 268 506 278 516 292H458Z" className={styles.sky} />
    <path d="M300 318H322V328H300Z" className={styles.lit} />
    <circle cx="362" cy="342" r="28" className={styles.deepStamp} />
    <circle cx="362" cy="342" r="23" className={styles.ink} />
    <circle cx="362" cy="342" r="9" className={styles.sky} />
    <circle cx="512" cy="342" r="28" className={styles.deepStamp} />
    <circle cx="512" cy="342" r="23" className={styles.ink} />
    <circle cx="512" cy="342" r="9" className={styles.sky} />
  </>
)
