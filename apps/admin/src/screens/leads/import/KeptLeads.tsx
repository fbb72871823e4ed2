import { type LeadImportUndo, useListLeads } from '@app/api-client'
import { Button } from '@mantine/core'
import { mostNamed } from '../../../leads/desk-filter.ts'
import { countText } from './import-order.ts'
import styles from './Import.module.css'

const reasons = {
  changed: 'somebody worked on it',
  merged: 'it is part of a merge',
  inCrm: 'the CRM knows it',
} as const
const kinds = ['changed', 'merged', 'inCrm'] as const

type Outcome = Pick<LeadImportUndo, (typeof kinds)[number]>

/** How many leads stay when an import is taken back. */
export const keptOf = (outcome: Outcome): number => kinds.reduce((sum, kind) => sum + outcome[kind].length, 0)

type Props = { outcome: Outcome; onOpen: (id: string) => void }

/** The leads that stayed when their import was taken back, with the reason of each. */
export function KeptLeads({ outcome, onOpen }: Props) {
  const kept = kinds.flatMap((kind) => outcome[kind].map((id) => ({ id, reason: reasons[kind] })))
  const named = kept.slice(0, mostNamed)
  const leads = useListLeads({ ids: named.map(({ id }) => id), limit: mostNamed })
  const nameOf = (id: string) => {
    const lead = leads.data?.data.find((one) => one.id === id)
    return lead ? `${lead.firstName} ${lead.lastName}` : 'Open it'
  }
  return (
    <section className={styles.kept} aria-label="Leads that were kept">
      <p className={styles.text}>{kept.length === 1 ? '1 lead stays:' : `${countText(kept.length)} stay:`}</p>
      <ul>
        {named.map(({ id, reason }) => (
          <li key={id}>
            <Button size="compact-sm" variant="default" onClick={() => onOpen(id)}>
              {nameOf(id)}
            </Button>{' '}
            <span className={styles.quiet}>{reason}</span>
          </li>
        ))}
      </ul>
      {kept.length > named.length && <p className={styles.quiet}>These are the first {named.length}.</p>}
    </section>
  )
}
