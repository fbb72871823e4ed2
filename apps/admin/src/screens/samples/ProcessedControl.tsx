import { type SampleRequest, useSetSampleRequestProcessed } from '@app/api-client'
import { Badge, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { statusOf } from '../../layout/ErrorNotice.tsx'
import { showFailure, showGone, showSaved } from '../../layout/toasts.tsx'
import { useOneAtATime } from '../../layout/use-one-at-a-time.ts'
import { useRest } from '../../layout/use-rest.ts'
import styles from './ProcessedControl.module.css'
import { putRequests, reloadRequests } from './request-cache.ts'
import { versionOf } from './request-display.ts'
import { useMailing } from './use-mailing.ts'
import { failed, tellClash, undoOf } from './use-request-marks.ts'

const saved = 'Sample request updated successfully'

type Props = {
  request: SampleRequest
  /** Whose request it is. */
  headingId: string
  canEdit: boolean
  /** The state is another one than when the list was loaded. */
  hasChanged: boolean
}

/** Shows the state of a request, and changes it. Once it has changed, Undo stands beside it until the list is loaded again. */
export function ProcessedControl({ request, headingId, canEdit, hasChanged }: Props) {
  const queryClient = useQueryClient()
  const { note } = useMailing()
  const isResting = useRest(request.processed)
  const update = useSetSampleRequestProcessed({
    mutation: {
      onSuccess({ data }) {
        showSaved(saved, undoOf(queryClient, [data], saved), data.processed ? note : undefined)
        // Not waited for: Undo works at once, however long the counts take.
        void putRequests(queryClient, [data])
      },
      onError(error) {
        const status = statusOf(error)
        if (status === 412) return tellClash(queryClient, error, [request])
        if (status !== 404) return showFailure(error, failed)
        showGone('sample request')
        return reloadRequests(queryClient)
      },
    },
  })
  const write = useOneAtATime()
  const press = () =>
    write(() =>
      update.mutateAsync({
        id: request.id,
        data: { processed: !request.processed },
        headers: { 'If-Match': `"${versionOf(request)}"` },
      }),
    )
  // Updates optimistically; a failure reverts it.
  const processed = update.isPending ? update.variables.data.processed : request.processed
  const text = processed ? 'Processed' : 'Pending'
  const isBusy = update.isPending || isResting

  if (!canEdit) return <Badge color={processed ? 'teal' : 'gold'}>{text}</Badge>
  return (
    <span className={styles.control}>
      <Button
        size="compact-sm"
        color={processed ? 'teal' : 'ink'}
        variant={processed ? 'light' : 'default'}
        leftSection={<span aria-hidden className={styles.box} data-ticked={processed || undefined} />}
        aria-describedby={headingId}
        aria-busy={isBusy}
        title={processed ? 'Mark as pending' : 'Mark as processed'}
        disabled={isBusy}
        onClick={press}
      >
        {text}
      </Button>
      {hasChanged && !update.isPending && (
        <Button size="compact-sm" variant="subtle" color="ink" aria-describedby={headingId} onClick={press}>
          Undo
        </Button>
      )}
    </span>
  )
}
