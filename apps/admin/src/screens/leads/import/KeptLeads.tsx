import type { KeptLead, LeadImportUndo } from '@app/api-client'
import { Button } from '@mantine/core'
import { countText } from './import-order.ts'
import styles from './Import.module.css'

const reasons: Readonly<Record<KeptLead['reason'], string>> = {
  changed: 'somebody has worked on it',
  merged: 'it is part of a merge',
  crm: 'the CRM knows it',
}

type Props = { outcome: LeadImportUndo; onOpen: (id: string) => void }

/** The leads that stayed when their import was taken back. */
export const KeptLeads = ({ outcome: { kept, keptLeads }, onOpen }: Props) => (
  <section className={styles.kept} aria-label="Leads that stay">
    <p className={styles.text}>{kept === 1 ? '1 lead stays:' : `${countText(kept)} stay:`}</p>
    <ul>
      {keptLeads.map(({ id, firstName, lastName, reason }) => (
        <li key={id}>
          <Button size="compact-sm" variant="default" onClick={() => onOpen(id)}>
            {firstName} {lastName}
          </Button>{' '}
          <span className={styles.quiet}>{reasons[reason]}</span>
        </li>
      ))}
    </ul>
    {kept > keptLeads.length && <p className={styles.quiet}>These are the first {keptLeads.length}.</p>}
  </section>
)
