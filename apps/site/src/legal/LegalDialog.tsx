import { brand } from '@app/brand'
import buttons from '../components/buttons.module.css'
import { SiteMantine } from '../components/SiteMantine.tsx'
import { SiteModal } from '../components/SiteModal.tsx'
import { type Kept, legalDocuments } from './documents.ts'
import type { LegalName } from './legal-names.ts'
import styles from './LegalDialog.module.css'

interface LegalDialogProps {
  name: LegalName
  opened: boolean
  close: () => void
  onClosed: () => void
}

/** One document in a dialog over the page. Printing prints only the document. */
export function LegalDialog({ name, opened, close, onClosed }: LegalDialogProps) {
  const { title, effectiveDate, sections } = legalDocuments[name]
  return (
    <SiteMantine>
      <SiteModal
        opened={opened}
        onClose={close}
        onExitTransitionEnd={onClosed}
        title={title}
        size={760}
        className={styles.root ?? ''}
      >
        {effectiveDate && <p>Effective {effectiveDate}</p>}
        {Object.entries(sections).map(([heading, parts]) => (
          <section key={heading} className={styles.section}>
            <h3>{heading}</h3>
            {parts.map((part) =>
              typeof part === 'string' ? <p key={part}>{linked(part)}</p> : <KeptRow key={part.name} {...part} />,
            )}
          </section>
        ))}
        <p className={styles.actions}>
          <button type="button" className={buttons.secondary} onClick={() => print()}>
            Print
          </button>
          <button type="button" className={buttons.secondary} onClick={close}>
            Close
          </button>
        </p>
      </SiteModal>
    </SiteMantine>
  )
}

const KeptRow = ({ name, what, why, howLong }: Kept) => (
  <div className={styles.kept}>
    <h4>{name}</h4>
    <dl>
      <dt>What</dt>
      <dd>{what}</dd>
      <dt>Why</dt>
      <dd>{why}</dd>
      <dt>How long</dt>
      <dd>{howLong}</dd>
    </dl>
  </div>
)

/** Escapes text for use in a regular expression. */
const escaped = (text: string) => text.replaceAll(/\W/g, String.raw`\$&`)

const { email, phone } = brand
const addresses: Record<string, string> = {
  [email]: `mailto:${email}`,
  [phone.display]: phone.href,
  [phone.displayLong]: phone.href,
}

const anyAddress = new RegExp(`(${Object.keys(addresses).map(escaped).join('|')})`)

/** Turns emails and phone numbers in the text into links. */
const linked = (text: string) =>
  text.split(anyAddress).map((part) =>
    addresses[part] ? (
      <a key={part} href={addresses[part]}>
        {part}
      </a>
    ) : (
      part
    ),
  )
