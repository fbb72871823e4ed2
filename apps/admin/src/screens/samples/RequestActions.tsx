import { type SampleRequest, setSampleRequestsProcessed } from '@app/api-client'
import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useBulkWrite } from '../../list/use-bulk-write.ts'
import { PrintButtons } from './PrintButtons.tsx'
import { putRequests, reloadRequests } from './request-cache.ts'

const savedText = (count: number, processed: boolean) =>
  `${count} ${count === 1 ? 'request' : 'requests'} marked as ${processed ? 'processed' : 'pending'}`

type Props = { chosen: SampleRequest[]; canEdit: boolean }

/** Bulk actions for the selected requests. They stay selected: what was marked is often printed next. */
export function RequestActions({ chosen, canEdit }: Props) {
  const queryClient = useQueryClient()
  const mark = useBulkWrite<SampleRequest>({
    write: (ids, processed) => setSampleRequestsProcessed({ ids, processed }),
    onWritten: (requests, isWhole) => (isWhole ? putRequests(queryClient, requests) : reloadRequests(queryClient)),
    saved: savedText,
    failed: 'Failed to update sample request',
  })
  const chosenThatAre = (processed: boolean) => chosen.filter((request) => request.processed === processed)
  return (
    <>
      {canEdit &&
        ([true, false] as const).map((processed) => (
          <Button
            key={String(processed)}
            size="compact-sm"
            {...(!processed && { variant: 'default' })}
            disabled={chosenThatAre(!processed).length === 0 || mark.pending === !processed}
            loading={mark.pending === processed}
            onClick={() => mark.start(chosenThatAre(!processed), processed)}
          >
            {processed ? 'Mark processed' : 'Mark pending'}
          </Button>
        ))}
      <PrintButtons requests={chosen} canEdit={canEdit} />
    </>
  )
}
