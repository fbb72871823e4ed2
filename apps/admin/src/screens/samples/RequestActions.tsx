import {
  getGetSampleRequestCountsQueryKey,
  getListSampleRequestsQueryKey,
  type SampleRequest,
  setSampleRequestProcessed,
} from '@app/api-client'
import { Button } from '@mantine/core'
import { useBulkWrite } from '../../list/use-bulk-write.ts'
import { PrintButtons } from './PrintButtons.tsx'

/** Marks several requests as processed or pending. */
export const useMarkProcessed = () =>
  useBulkWrite({
    listKey: getListSampleRequestsQueryKey(),
    otherKeys: [getGetSampleRequestCountsQueryKey()],
    write: (id, processed) => setSampleRequestProcessed(id, { processed }),
    saved: 'Sample request updated successfully',
    failed: 'Failed to update sample request',
    notDone: (processed) => `Not marked as ${processed ? 'processed' : 'pending'}.`,
  })

type Props = { chosen: SampleRequest[]; canEdit: boolean; mark: ReturnType<typeof useMarkProcessed> }

/** Bulk actions for the selected requests. */
export function RequestActions({ chosen, canEdit, mark }: Props) {
  const pending = chosen.filter(({ processed }) => !processed)
  return (
    <>
      {canEdit && (
        <Button
          size="compact-sm"
          disabled={pending.length === 0}
          loading={mark.pending !== undefined}
          onClick={() => mark.start(pending, true)}
        >
          Mark processed
        </Button>
      )}
      <PrintButtons requests={chosen} />
    </>
  )
}
