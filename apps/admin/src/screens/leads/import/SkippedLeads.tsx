import { countText } from '../../../components/format.ts'
import { type LeadImportUndoResult, useListLeads } from '@app/api-client'
import { fieldNames } from '@app/labels'
import { Button } from '@mantine/core'
import { maxNamed } from '../../../leads/lead-list-filter.ts'
import files from '../../../files/Files.module.css'
import styles from './Import.module.css'

const reasons = {
  changed: 'someone worked on it',
  merged: 'it is part of a merge',
  inCrm: 'it is in the CRM',
} as const
const kinds = fieldNames(reasons)

type Outcome = Pick<LeadImportUndoResult, keyof typeof reasons>

/** The number of leads that remained when an import was undone. */
export const keptOf = (outcome: Outcome): number => kinds.reduce((sum, kind) => sum + outcome[kind].length, 0)

type Props = { outcome: Outcome; onOpen: (id: string) => void }

/** The leads that remained when their import was undone, with the reason for each. */
export function SkippedLeads({ outcome, onOpen }: Props) {
  const kept = kinds.flatMap((kind) => outcome[kind].map((id) => ({ id, reason: reasons[kind] })))
  const named = kept.slice(0, maxNamed)
  const leads = useListLeads({ ids: named.map(({ id }) => id), limit: maxNamed })
  const nameOf = (id: string) => {
    const lead = leads.data?.data.find((one) => one.id === id)
    return lead ? `${lead.firstName} ${lead.lastName}` : 'Open it'
  }
  return (
    <section className={styles.kept} aria-label="Leads that were kept">
      <p className={files.text}>
        {kept.length === 1 ? '1 lead was kept:' : `${countText(kept.length, 'lead')} were kept:`}
      </p>
      <ul>
        {named.map(({ id, reason }) => (
          <li key={id}>
            <Button size="compact-sm" variant="default" onClick={() => onOpen(id)}>
              {nameOf(id)}
            </Button>{' '}
            <span className={files.quiet}>{reason}</span>
          </li>
        ))}
      </ul>
      {kept.length > named.length && <p className={files.quiet}>These are the first {named.length}.</p>}
    </section>
  )
}
