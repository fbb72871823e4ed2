import { retrySampleRequestSync, type SampleRequest } from '@app/api-client'
import { brand } from '@app/brand'
import { Badge, Tooltip } from '@mantine/core'
import { useState } from 'react'
import { NewTabLink } from '../../components/NewTabLink.tsx'
import { useWrite } from '../../edit/use-write.ts'
import { StatusMark } from '../../leads/lead-display.tsx'
import { RowButton } from '../../list/RowButton.tsx'
import { rereadRequests } from '../../cache/request-cache.ts'
import { syncDisplay } from './request-display.ts'
import styles from './SyncState.module.css'

type Props = { request: SampleRequest; name: string; canEdit: boolean }

/** The CRM sync state of a request, and the reason if it isn't in the CRM. */
export function SyncState({ request, name, canEdit }: Props) {
  const retry = useWrite({
    kind: 'sample_requests',
    what: 'sample request',
    send: () => retrySampleRequestSync(request.id),
    saved: 'CRM sync will be tried again',
    failed: 'Failed to retry the CRM sync',
    show: (queryClient) => rereadRequests(queryClient, [request.id]),
  })
  /** The request whose sync was retried, until it is loaded again. */
  const [retried, setRetried] = useState<SampleRequest>()
  const { pipedriveDealId: dealId, pipedriveError: reason } = request
  return (
    <div className={styles.sync}>
      <span className={styles.label}>CRM</span>
      <SyncBadge request={request} />
      {dealId && <NewTabLink href={`${brand.links.crmDealBase}${dealId}`}>View deal {dealId} in the CRM</NewTabLink>}
      {canEdit && request.pipedriveStatus === 'failed' && (
        <RowButton
          text="Retry sync"
          label={`Retry sync for ${name}`}
          loading={retry.isPending || retried === request}
          onClick={() => retry.start(undefined, () => setRetried(request))}
        />
      )}
      {reason && request.pipedriveStatus !== 'synced' && <p className={styles.reason}>{reason}</p>}
    </div>
  )
}

/** Only a failure stands out. Without a CRM, one notice above the list covers all requests. */
function SyncBadge({ request: { pipedriveStatus, pipedriveError: reason } }: { request: SampleRequest }) {
  const { text, isSynced } = syncDisplay(pipedriveStatus)
  const badge = (
    <Badge
      color={isSynced ? 'teal' : 'red'}
      variant={isSynced || pipedriveStatus === 'failed' ? 'filled' : 'outline'}
      tabIndex={reason ? 0 : undefined}
      data-sync={isSynced ? 'done' : 'failed'}
    >
      {text}
    </Badge>
  )
  if (!reason) return badge
  return (
    <Tooltip label={reason} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
      {badge}
    </Tooltip>
  )
}

/** The badge in a row. Without a CRM, it is only a dot and a muted word, because it applies to every request. */
export const SyncMark = ({ request }: { request: SampleRequest }) =>
  request.pipedriveStatus === 'not_configured' ? (
    <span data-sync="failed">
      <StatusMark text={syncDisplay(request.pipedriveStatus).text} tone="failed" />
    </span>
  ) : (
    <SyncBadge request={request} />
  )
