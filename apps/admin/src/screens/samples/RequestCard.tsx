import {
  getListSampleRequestsQueryKey,
  type SampleRequest,
  useRetrySampleRequestSync,
  useSetSampleRequestProcessed,
} from '@app/api-client'
import { brand } from '@app/brand'
import { labelOf, sampleTypeLabels } from '@app/ui/labels'
import { Badge, Button, Tooltip } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { showFailure, showSaved } from '../../layout/toasts.tsx'
import { useOneAtATime } from '../../layout/use-one-at-a-time.ts'
import { useKeptFocus } from '../../layout/use-kept-focus.ts'
import { Instant } from '../../list/Instant.tsx'
import { patchRecord } from '../../list/patch-record.ts'
import { SelectBox } from '../../list/SelectBox.tsx'
import { ageOf, repeatsText, requesterName, syncDisplay } from './request-display.ts'
import styles from './RequestCard.module.css'
import { useRefetchRequests } from './use-refetch-requests.ts'

type Props = {
  request: SampleRequest
  canEdit: boolean
  isSelected: boolean
  /** Why a bulk change failed for this request. */
  failure: string | undefined
  /** `isRange` is true if Shift was held: it also selects everything back to the last selected record. */
  onSelect: (isSelected: boolean, isRange: boolean) => void
}

export function RequestCard({ request, canEdit, isSelected, failure, onSelect }: Props) {
  const name = requesterName(request)
  const headingId = `request-${request.id}`
  const repeats = repeatsText(request)
  return (
    <li className={styles.card} aria-labelledby={headingId} data-processed={request.processed}>
      <div className={styles.head}>
        <SelectBox
          label={`Select the request of ${name}`}
          isSelected={isSelected}
          onSelect={onSelect}
          className={styles.select}
        />
        <div className={styles.who}>
          <h2 id={headingId} className={styles.name} dir="auto">
            {name}
          </h2>
          {request.company && (
            <p className={styles.company} dir="auto">
              {request.company}
            </p>
          )}
        </div>
        <ProcessedButton request={request} headingId={headingId} canEdit={canEdit} />
      </div>

      <dl className={styles.facts}>
        <div>
          <dt>Sample type</dt>
          <dd>{labelOf(sampleTypeLabels, request.sampleType)}</dd>
        </div>
        {request.templateName && (
          <div>
            <dt>Template asked for</dt>
            <dd dir="auto">{request.templateName}</dd>
          </div>
        )}
        <div>
          <dt>Send to</dt>
          <dd>
            <address className={styles.address} dir="auto">
              {request.addressLine1}
              {request.addressLine2 && <span>{request.addressLine2}</span>}
              <span>
                {request.city}, {request.state} {request.zip}
              </span>
            </address>
            {request.stateNeedsReview && (
              <p className={styles.warning}>Check the state: it is not one the postal service knows.</p>
            )}
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            <a href={`mailto:${request.email}`}>{request.email}</a>
          </dd>
        </div>
        {request.phone && (
          <div>
            <dt>Phone</dt>
            <dd>
              <a href={`tel:${request.phone.replaceAll(/[^\d+]/g, '')}`}>{request.phone}</a>
            </dd>
          </div>
        )}
        <div>
          <dt>Requested</dt>
          <dd>
            <Instant at={request.createdAt} />
            {!request.processed && <Waiting since={request.createdAt} />}
          </dd>
        </div>
        {request.notes && (
          <div className={styles.wide}>
            <dt>Notes</dt>
            <dd className={styles.notes} dir="auto">
              {request.notes}
            </dd>
          </div>
        )}
      </dl>
      {repeats && (
        <p className={styles.warning}>
          {repeats}
          {request.repeats?.includes('email') && (
            <>
              {' · '}
              <Link
                to={`?tab=requests&q=${encodeURIComponent(request.email)}`}
                aria-label={`Show all of ${request.email}`}
              >
                Show all
              </Link>
            </>
          )}
        </p>
      )}
      {failure && (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
      <SyncState request={request} name={name} canEdit={canEdit} />
    </li>
  )
}

function Waiting({ since }: { since: string }) {
  const [now] = useState(() => Date.now())
  const { text, tone } = ageOf(since, now)
  return (
    <span className={styles.age} data-tone={tone}>
      {text}
    </span>
  )
}

/** The button shows the state; the heading that describes it says whose request it is. */
type ProcessedProps = { request: SampleRequest; headingId: string; canEdit: boolean }

function ProcessedButton({ request, headingId, canEdit }: ProcessedProps) {
  const queryClient = useQueryClient()
  const update = useSetSampleRequestProcessed({
    mutation: {
      onSuccess({ data }, { data: sent }) {
        patchRecord(queryClient, getListSampleRequestsQueryKey(), data)
        showSaved('Sample request updated successfully', () => change(!sent.processed))
      },
      onError: (error) => showFailure(error, 'Failed to update sample request'),
    },
  })
  const button = useKeptFocus(update.isPending)
  const write = useOneAtATime()
  const change = (processed: boolean) => write(() => update.mutateAsync({ id: request.id, data: { processed } }))
  // Updates optimistically; a failure reverts it.
  const processed = update.isPending ? update.variables.data.processed : request.processed
  const text = processed ? 'Processed' : 'Pending'

  if (!canEdit) return <Badge color={processed ? 'teal' : 'gold'}>{text}</Badge>
  return (
    <Button
      ref={button}
      size="compact-sm"
      color={processed ? 'teal' : 'gold'}
      variant={processed ? 'filled' : 'outline'}
      aria-describedby={headingId}
      title={processed ? 'Mark as pending' : 'Mark as processed'}
      disabled={update.isPending}
      onClick={() => change(!request.processed)}
    >
      {text}
    </Button>
  )
}

function SyncState({ request, name, canEdit }: { request: SampleRequest; name: string; canEdit: boolean }) {
  const refetch = useRefetchRequests()
  const retry = useRetrySampleRequestSync({
    mutation: {
      onSuccess() {
        showSaved('CRM sync will be tried again')
        return refetch()
      },
      onError: (error) => showFailure(error, 'Failed to retry the CRM sync'),
    },
  })
  const { text, isSynced } = syncDisplay(request.pipedriveStatus)
  const { pipedriveDealId: dealId, pipedriveError: reason } = request
  const badge = (
    <Badge color={isSynced ? 'teal' : 'red'} tabIndex={reason ? 0 : undefined} data-sync={isSynced ? 'done' : 'failed'}>
      {text}
    </Badge>
  )
  return (
    <div className={styles.sync}>
      <span className={styles.syncLabel}>CRM</span>
      {reason ? (
        <Tooltip label={reason} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
          {badge}
        </Tooltip>
      ) : (
        badge
      )}
      {dealId && (
        <a href={`${brand.links.crmDealBase}${dealId}`} target="_blank" rel="noopener noreferrer">
          View deal {dealId} in the CRM
          <span className={styles.hidden}> (opens in a new tab)</span>
        </a>
      )}
      {canEdit && request.pipedriveStatus === 'failed' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Retry sync for ${name}`}
          loading={retry.isPending}
          onClick={() => retry.mutate({ id: request.id })}
        >
          Retry sync
        </Button>
      )}
      {reason && !isSynced && <p className={styles.reason}>{reason}</p>}
    </div>
  )
}
