import { type SampleRequest, setSampleRequestProcessed } from '@app/api-client'
import { Badge, Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ifMatch } from '../../edit/calls.ts'
import { useWrite } from '../../edit/use-write.ts'
import { useClickGuard } from '../../components/use-click-guard.ts'
import styles from './ProcessedControl.module.css'
import { putRequests } from '../../cache/request-cache.ts'
import { useMailing } from './use-mailing.ts'
import { failed, tellClash } from './use-request-marks.ts'

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
  const isResting = useClickGuard(request.processed)
  const update = useWrite({
    kind: 'sample_requests',
    what: 'sample request',
    send: (wanted: boolean) => setSampleRequestProcessed(request.id, { processed: wanted }, ifMatch(request)),
    saved: 'Sample request updated successfully',
    undone: 'Sample request updated successfully',
    note: (marked) => (marked.processed ? note : undefined),
    failed,
    onStale: (error, _wanted, marked = request) => tellClash(queryClient, error, [marked]),
    show: (marked) => putRequests(queryClient, [marked]),
  })
  const press = () => update.start(!request.processed)
  // Updates optimistically; a failure reverts it.
  const processed = update.pending ?? request.processed
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
