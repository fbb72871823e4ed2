import { useListAccountChanges } from '@app/api-client'
import { ChangeEntry } from '../../list/ChangeEntry.tsx'
import rows from '../../list/Rows.module.css'
import { accountActionText } from './account-events.ts'
import { fieldText, valueText } from './account-form.ts'
import { Section } from './Section.tsx'

/** What staff and members changed last. Owners find the rest in Settings. */
export function AccountHistory({ id }: { id: string }) {
  const changes = useListAccountChanges(id, { limit: 20 })
  return (
    <Section title="Latest changes" query={changes} failure="The changes could not be loaded">
      {(entries) => (
        <ul aria-label="Latest changes" className={rows.rows}>
          {entries.map((entry) => (
            <ChangeEntry
              key={entry.id}
              entry={entry}
              action={accountActionText(entry.action)}
              shown={({ field, before, after }) => ({
                label: fieldText(field),
                before: before === null ? undefined : valueText(field, before),
                after: after === null ? undefined : valueText(field, after),
              })}
            />
          ))}
        </ul>
      )}
    </Section>
  )
}
