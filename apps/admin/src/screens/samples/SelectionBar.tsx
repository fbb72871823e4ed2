import { getListSampleRequestsQueryKey, type SampleRequest, setSampleRequestProcessed } from '@app/api-client'
import { Button, Checkbox } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf, statusOf } from '../../layout/ErrorNotice.tsx'
import { showFailure, showSaved } from '../../layout/toasts.tsx'
import { useOneAtATime } from '../../layout/use-one-at-a-time.ts'
import { patchRecord } from '../../list/patch-record.ts'
import { PrintButtons } from './PrintButtons.tsx'
import styles from './SelectionBar.module.css'

type Props = {
  chosen: SampleRequest[]
  canEdit: boolean
  areAllChosen: boolean
  onSelectAll: (all: boolean) => void
  /** For each request that could not be marked: why, in words. */
  onFailures: (failures: ReadonlyMap<string, string>) => void
}

/** What can be done with several requests at once. */
export function SelectionBar({ chosen, canEdit, areAllChosen, onSelectAll, onFailures }: Props) {
  const pending = chosen.filter(({ processed }) => !processed)
  const write = useOneAtATime()
  const mark = useMarkProcessed(onFailures)

  return (
    <div
      role="group"
      aria-label="Selected requests"
      className={styles.bar}
      data-active={chosen.length > 0 || undefined}
    >
      <Checkbox
        label={chosen.length > 0 ? `${chosen.length} selected` : 'Select all shown'}
        checked={areAllChosen}
        indeterminate={chosen.length > 0 && !areAllChosen}
        onChange={(event) => onSelectAll(event.currentTarget.checked)}
      />
      {chosen.length > 0 && (
        <div className={styles.actions}>
          {canEdit && (
            <Button
              size="compact-sm"
              disabled={pending.length === 0}
              loading={mark.isPending}
              onClick={() => write(() => mark.mutateAsync({ requests: pending, processed: true }))}
            >
              Mark processed
            </Button>
          )}
          <PrintButtons requests={chosen} />
        </div>
      )}
    </div>
  )
}

type Marking = { requests: SampleRequest[]; processed: boolean }

/** One after the other, so that a failure is known by its request; what succeeded stays. */
function useMarkProcessed(onFailures: Props['onFailures']) {
  const queryClient = useQueryClient()
  const mark = useMutation({
    async mutationFn({ requests, processed }: Marking) {
      const failures = new Map<string, Error>()
      for (const { id } of requests) {
        try {
          const { data } = await setSampleRequestProcessed(id, { processed })
          patchRecord(queryClient, getListSampleRequestsQueryKey(), data)
        } catch (error) {
          const failure = error instanceof Error ? error : new Error(String(error))
          // A lost session fails them all, and has its own toast.
          if (statusOf(failure) === 401) throw failure
          failures.set(id, failure)
        }
      }
      return failures
    },
    onMutate: () => onFailures(new Map()),
    onSuccess(failures, { requests, processed }) {
      const state = processed ? 'processed' : 'pending'
      onFailures(new Map([...failures].map(([id, error]) => [id, `Not marked as ${state}. ${reasonOf(error)}`])))
      const first = failures.values().next().value
      if (!first)
        return showSaved('Sample request updated successfully', () => undo({ requests, processed: !processed }))
      showFailure(
        first,
        'Failed to update sample request',
        `${failures.size} of ${requests.length} could not be updated; each says why.`,
      )
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: getListSampleRequestsQueryKey() }),
  })
  const undo = (marking: Marking) => mark.mutate(marking)
  return mark
}
