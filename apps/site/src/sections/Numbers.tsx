import { brand } from '@app/brand'
import { homeClaims } from '../content/claims.ts'
import { Section } from '../layout/Section.tsx'
import styles from './Numbers.module.css'

export function Numbers() {
  return (
    <Section
      id="about"
      ground="ink"
      title="By the numbers"
      lead={`${brand.companyName} was founded in ${brand.foundedYear}. We print and mail for businesses and for the developers who build for them.`}
    >
      <dl className={styles.figures}>
        {homeClaims.map(({ figure, text, source }) => (
          <div key={figure} className={styles.claim}>
            <dt className={styles.text}>
              {text}
              {source && <span className={styles.source}>Source: {source}</span>}
            </dt>
            <dd className={styles.figure}>{figure}</dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
