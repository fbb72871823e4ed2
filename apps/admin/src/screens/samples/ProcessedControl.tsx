import { type SampleRequest, updateSampleRequestProcessed } from '@app/api-client'
import { Badge, Button } from '@mantine/core'
import { ifMatch } from '../../edit/use-record-edit.tsx'
import { useWrite } from '../../edit/use-write.ts'
import { useClickGuard } from '../../components/use-click-guard.ts'
import styles from './ProcessedControl.module.css'
import { putRequests } from '../../cache/request-cache.ts'
import { useMailing } from './MailChoiceBox.tsx'
import { failed, reportConflict } from './use-request-marks.ts'

type Props = {
  request: SampleRequest
  headingId: string
  canEdit: boolean
  /** True if the state differs from when the list was loaded. */
  hasChanged: boolean
}

/** Shows and changes the state of a request. After a change, it shows Undo until the list is reloaded. */
export function ProcessedControl({ request, headingId, canEdit, hasChanged }: Props) {
  const { note } = useMailing()()
  const isGuarded = useClickGuard(request.processed)
  const update = useWrite({
    kind: 'sample_requests',
    what: 'sample request',
    send: (wanted: boolean) => updateSampleRequestProcessed(request.id, { processed: wanted }, ifMatch(request)),
    saved: 'Sample request updated successfully',
    undone: 'Sample request updated successfully',
    note: (marked) => (marked.processed ? note : undefined),
    failed,
    onStale: (queryClient, error, _wanted, marked = request) => reportConflict(queryClient, error, [marked]),
    show: (queryClient, marked) => putRequests(queryClient, [marked]),
  })
  const press = () => update.start(!request.processed)
  // Updates optimistically and rolls back on failure.
  const processed = update.pending ?? request.processed
  const text = processed ? 'Processed' : 'Pending'
  const isBusy = update.isPending || isGuarded

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
