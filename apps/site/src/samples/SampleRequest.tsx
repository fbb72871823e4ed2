import { brand } from '@app/brand'
import { samplePromise } from '../content/samples.ts'
import { Section } from '../layout/Section.tsx'
import { SampleIsland } from './SampleIsland.tsx'
import styles from './SampleRequest.module.css'

interface SampleRequestProps {
  title: string
  lead: string
  /** Label of the event that the form is for. */
  event?: string
}

/** The form, and beside it what happens once it is sent. */
export const SampleRequest = ({ title, lead, event }: SampleRequestProps) => (
  <Section id="request" title={title} lead={lead}>
    <div className={styles.split}>
      <div className={styles.panel}>
        <SampleIsland {...(event !== undefined && { event })} />
      </div>
      <div className={styles.next}>
        <h3>What happens next</h3>
        <ol>
          <li>We put your address into postal form.</li>
          <li>One piece of the pack is printed with your name on it.</li>
          <li>The pack goes First Class. {samplePromise}</li>
        </ol>
        <p>
          Rather talk? <a href={brand.phone.href}>{brand.phone.display}</a>
        </p>
      </div>
    </div>
  </Section>
)
