import type { Claim } from '../content/claims.ts'
import styles from './Numbers.module.css'

/** Large figures with captions. */
export function Figures({ claims }: { claims: readonly Claim[] }) {
  return (
    <dl className={styles.figures}>
      {claims.map(({ figure, text, source }) => (
        <div key={figure} className={styles.claim}>
          <dt className={styles.text}>
            {text}
            {source && <span className={styles.source}>Source: {source}</span>}
          </dt>
          <dd className={styles.figure}>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
