import { customerStages } from '../content/home.ts'
import { Section } from '../layout/Section.tsx'
import { Front } from '../components/Piece.tsx'
import styles from './UseCases.module.css'

export function UseCases() {
  return (
    <Section
      id="use-cases"
      title="A piece for every stage of the journey"
      intro="The data that triggers an email can send a card, too. Pick the moment."
    >
      <ol className={styles.line}>
        {customerStages.map(({ title, when, text, design }) => (
          <li key={title} className={styles.moment}>
            <Front size="4.25x6" design={design} label={`A card for ${title.toLowerCase()}`} className={styles.card} />
            <div className={styles.step}>
              <p>{when}</p>
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.text}>{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Section>
  )
}
