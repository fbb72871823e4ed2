import { PostcardFront, recipients, type Recipient } from '@app/mail-piece'
import { personalization } from '../content/home.ts'
import { Section } from '../layout/Section.tsx'
import { Rows } from './Rows.tsx'
import styles from './Personalization.module.css'

/** Without values, the merge fields of the template stay visible. */
const template: Recipient = { ...recipients.marcus, fields: {} }

const recordRows = Object.entries(recipients.marcus.fields)

export function Personalization() {
  return (
    <Section
      id="personalization"
      background="ink"
      title="One template, a different card in every mailbox"
      intro="Write the piece once, with merge fields. Your CRM fills them in, so no two recipients get the same card."
    >
      <div className={styles.split}>
        <figure className={styles.art}>
          <div className={styles.template}>
            <PostcardFront size="6x9" recipient={template} />
          </div>
          <div className={styles.result}>
            <PostcardFront size="6x9" recipient={recipients.marcus} />
          </div>
          <figcaption className={styles.caption}>The template, one record, and the finished 6x9 card</figcaption>
        </figure>
        <div>
          <dl className={styles.record}>
            {recordRows.map(([field, value]) => (
              <div key={field}>
                <dt>{field}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Rows rows={personalization} className={styles.ideas} />
        </div>
      </div>
    </Section>
  )
}
