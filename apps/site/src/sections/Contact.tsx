import { brand } from '@app/brand'
import panel from '../components/panel.module.css'
import { Section } from '../layout/Section.tsx'
import { EarlySubmitNote } from '../forms/EarlySubmitNote.tsx'
import { Island, lazyPart } from '../startup/WhenSeen.tsx'
import { EnvelopeToUs } from './Envelope.tsx'
import styles from './Contact.module.css'

const form = 'lead-form'
const InlineLeadForm = lazyPart('InlineLeadForm', () => import('../leads/InlineLeadForm.tsx'))

const { address, phone, email } = brand

export function Contact() {
  return (
    <Section id="contact" title="Talk to a printer" hasIsland>
      <div className={styles.split}>
        <address className={styles.details}>
          <p>
            <span className={styles.label}>Call</span>
            <a href={phone.href}>{phone.display}</a>
            <br />
            <a href={phone.href}>{phone.displayLong}</a>
          </p>
          <p>
            <span className={styles.label}>Write</span>
            <a href={`mailto:${email}`}>{email}</a>
          </p>
          <p>
            <span className={styles.label}>Visit</span>
            {brand.companyName}
            <br />
            {address.street}
            <br />
            {address.city}, {address.state} {address.zip}
          </p>
          <div className={styles.art}>
            <EnvelopeToUs />
          </div>
        </address>
        <div className={panel.panel}>
          <h3 className={styles.formTitle}>Request a Demo</h3>
          <Island name={form}>
            <InlineLeadForm />
          </Island>
          <EarlySubmitNote island={form} />
        </div>
      </div>
    </Section>
  )
}
