import { moments } from '../content/home.ts'
import { Section } from '../layout/Section.tsx'
import styles from './UseCases.module.css'

export function UseCases() {
  return (
    <Section
      id="use-cases"
      title="A piece for each step of the way"
      lead="The same data that sends an email can send a card. Choose the moment."
    >
      <ol className={styles.line}>
        {moments.map(({ title, when, text }) => (
          <li key={title} className={styles.step}>
            <p className={styles.when}>{when}</p>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.text}>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  )
}
