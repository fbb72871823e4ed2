import { getExportLeadsUrl, type Lead } from '@app/api-client'
import { Button } from '@mantine/core'
import { ExportLink } from '../../list/ExportLink.tsx'
import { maxNamed } from '../../leads/lead-list-filter.ts'
import type { useLeadDialogs } from './use-lead-dialogs.tsx'
import { useLeadsSpam } from './use-leads-edit.ts'

type Props = {
  chosen: readonly Lead[]
  canEdit: boolean
  ask: ReturnType<typeof useLeadDialogs>['ask']
  /** Lists only these leads. */
  onNarrow: (ids: string) => void
}

export function LeadActions({ chosen, canEdit, ask, onNarrow }: Props) {
  const spam = useLeadsSpam()
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
