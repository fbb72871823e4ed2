import { industries } from '../content/home.ts'
import styles from './Industries.module.css'

export function Industries() {
  return (
    <section aria-labelledby="industries-title" className={styles.strip}>
      <div className={styles.inner}>
        <h2 id="industries-title" className={styles.title}>
          Mail for
        </h2>
        <ul className={styles.list}>
          {industries.map((industry) => (
            <li key={industry}>{industry}</li>
          ))}
        </ul>
      </div>
    </section>
  )
}
