import { useListAccountChanges } from '@app/api-client'
import { labelOf } from '@app/labels'
import { ChangeEntry } from '../../list/ChangeEntry.tsx'
import { accountActionText } from './account-events.ts'
import { accountLabels, valueText } from './account-form.ts'
import { ListSection } from './ListSection.tsx'

/** The latest changes by staff and members. Owners find the rest in Settings. */
export function AccountHistory({ id }: { id: string }) {
  const changes = useListAccountChanges(id, { limit: 20 })
  return (
    <ListSection
      title="Latest changes"
      query={changes}
      failure="The changes could not be loaded"
      empty="No changes yet"
    >
      {(entry) => (
        <ChangeEntry
          key={entry.id}
          entry={entry}
          action={accountActionText(entry.action)}
          shown={({ field, before, after }) => ({
            label: labelOf(accountLabels, field),
            before: before === null ? undefined : valueText(field, before),
            after: after === null ? undefined : valueText(field, after),
          })}
        />
      )}
    </ListSection>
  )
}
