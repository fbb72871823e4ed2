import { getExportLeadsUrl, type Lead, updateLeadsSpam } from '@app/api-client'
import { Button } from '@mantine/core'
import { countText } from '../../components/format.ts'
import { useWrite } from '../../edit/use-write.ts'
import { ExportLink } from '../../list/ExportLink.tsx'
import { maxNamed } from '../../leads/lead-list-filter.ts'
import type { useLeadDialogs } from './use-lead-dialogs.tsx'

type Props = {
  chosen: readonly Lead[]
  canEdit: boolean
  ask: ReturnType<typeof useLeadDialogs>['ask']
  /** Lists only these leads. */
  onNarrow: (ids: string) => void
}

export function LeadActions({ chosen, canEdit, ask, onNarrow }: Props) {
  /** Removes leads from every list and figure. */
  const spam = useWrite({
    kind: 'leads',
    send: (leads: readonly Lead[]) =>
      updateLeadsSpam({ records: leads.map(({ id }) => ({ id })), patch: { isSpam: true } }),
    saved: (_nothing, { length }) => `${countText(length, 'lead')} marked as spam`,
    undone: (_nothing, { length }) => `${countText(length, 'lead')} removed from spam`,
    failed: 'Failed to change leads',
  })
  const ids = chosen.map(({ id }) => id)
  const named = ids.slice(0, maxNamed)
  return (
    <>
      {canEdit && (
        <>
          <Button size="compact-sm" onClick={() => ask('assign', chosen)}>
            Assign
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => ask('stage', chosen)}>
            Change stage
          </Button>
          <Button size="compact-sm" variant="default" loading={spam.isPending} onClick={() => spam.start(chosen)}>
            Mark as spam
          </Button>
        </>
      )}
      <Button size="compact-sm" variant="default" onClick={() => onNarrow(named.join(','))}>
        Show only these
      </Button>
      <ExportLink url={getExportLeadsUrl({ ids: named })} text="Export selected" size="compact-sm" />
    </>
  )
}
