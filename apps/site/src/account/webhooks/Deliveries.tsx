import {
  type ListWebhookDeliveriesQueryResult,
  type MessageStatus,
  nextCursor,
  useListWebhookDeliveries,
  useResendWebhookDelivery,
  type Webhook,
  type WebhookDelivery,
} from '@app/api-client'
import { labelOf, pieceEventLabels } from '@app/labels'
import { keepPreviousData } from '@tanstack/react-query'
import { Link, Navigate } from 'react-router-dom'
import { Loaded } from '../../components/Loaded.tsx'
import { Select } from '../../forms/Select.tsx'
import { statusOf } from '../area/account-client.ts'
import { screenAddress, useAddress, useMode } from '../area/address.ts'
import controls from '../area/Controls.module.css'
import { type Column, DataTable } from '../area/DataTable.tsx'
import table from '../area/Table.module.css'
import { Empty } from '../area/Empty.tsx'
import { Pages } from '../area/Pages.tsx'
import { StateText, type Tone } from '../area/StateText.tsx'
import { Time } from '../area/Time.tsx'
import { useToastedAction } from '../../forms/use-action.ts'
import { usePolling } from '../area/use-polling.ts'
import { useReloadDeliveries } from './use-reload-deliveries.ts'
import { AreaSection } from '../area/AreaSection.tsx'
import { Refresh, SmallButton } from '../area/SmallButton.tsx'

const pageSize = 25

const states: Readonly<Record<MessageStatus, { label: string; tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'waiting' },
  sent: { label: 'Sent', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
  canceled: { label: 'Canceled', tone: 'off' },
}

const eventText = (type: string): string => (type === 'test' ? 'Test event' : labelOf(pieceEventLabels, type))

const isStatus = (text: string | null): text is MessageStatus => text !== null && Object.hasOwn(states, text)

type Polled = { state: { data: ListWebhookDeliveriesQueryResult | undefined } }

/** Deliveries that are about to be attempted for the first time. */
function firstAttempts({ state: { data } }: Polled): string | undefined {
  const waiting = data?.data.filter(({ Status, Attempts }) => Status === 'waiting' && Attempts === 0) ?? []
  return waiting.map(({ Id }) => Id).join(' ') || undefined
}

/** The deliveries of a webhook, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const { params, mode, to, replace } = useAddress()
  const status = params.get('Status')
  const cursor = params.get('cursor')
  const query = useListWebhookDeliveries(
    webhook.Id,
    { Mode: mode, limit: pageSize, ...(isStatus(status) && { Status: status }), ...(cursor && { cursor }) },
    { query: { refetchInterval: usePolling(firstAttempts), placeholderData: keepPreviousData } },
  )
  const next = query.data && nextCursor(query.data.headers)
  // An invalid cursor stays invalid, so the list starts over.
  if (cursor !== null && statusOf(query.error) === 400) return <Navigate to={to({ cursor: undefined })} replace />
  return (
    <AreaSection id="deliveries" title="Deliveries">
      <div role="search" aria-label="Deliveries" className={controls.filters}>
        <label>
          Status
          <Select
            value={isStatus(status) ? status : ''}
            onChange={({ currentTarget }) => replace({ Status: currentTarget.value, cursor: undefined })}
          >
            <option value="">Any status</option>
            {Object.entries(states).map(([value, { label }]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        </label>
        <Refresh query={query} />
      </div>
      <Loaded query={query} what="its deliveries" rows={5}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <Empty
              title={isStatus(status) || cursor ? 'No deliveries match' : 'Nothing was sent in the last 90 days'}
            />
          ) : (
            <>
              <DataTable
                label="Deliveries"
                columns={columns}
                rows={deliveries}
                keyOf={({ Id }) => Id}
                renderActions={(delivery) => <Resend delivery={delivery} webhook={webhook} />}
              />
              <Pages what="deliveries" heading="deliveries" next={next} />
            </>
          )
        }
      </Loaded>
    </AreaSection>
  )
}

const columns: readonly Column<WebhookDelivery>[] = [
  {
    head: 'Event',
    cell: ({ Type, Number: number }) => `${eventText(Type)}${number === null ? '' : ` (${number})`}`,
  },
  { head: 'Piece', cell: ({ PieceId }) => PieceId && <PieceLink id={PieceId} /> },
  {
    head: 'Status',
    cell: (delivery) => (
      <>
        <StateText tone={states[delivery.Status].tone}>{states[delivery.Status].label}</StateText>
        <Attempts delivery={delivery} />
      </>
    ),
  },
  { head: 'Created', isLabeled: true, cell: ({ CreatedAt }) => <Time at={CreatedAt} /> },
]

const PieceLink = ({ id }: { id: string }) => (
  <Link to={screenAddress('pieces', useMode(), { piece: id })}>
    <code>{id}</code>
  </Link>
)

function Attempts({
  delivery: { Attempts: failed, Error: error, NextAttemptAt, SentAt },
}: {
  delivery: WebhookDelivery
}) {
  if (SentAt !== null) {
    return (
      <p className={table.detail}>
        <Time at={SentAt} />
        {failed > 0 && `, after ${failed === 1 ? '1 failed attempt' : `${failed} failed attempts`}`}
      </p>
    )
  }
  if (failed === 0) return null
  return (
    <p className={table.detail}>
      {failed === 1 ? '1 failed attempt' : `${failed} failed attempts`}. {error}{' '}
      {NextAttemptAt !== null && (
        <>
          Next attempt <Time at={NextAttemptAt} />.
        </>
      )}
    </p>
  )
}

interface ResendProps {
  delivery: WebhookDelivery
  webhook: Webhook
}

function Resend({ delivery: { Id, Type, PieceId, Status }, webhook }: ResendProps) {
  const mode = useMode()
  const reload = useReloadDeliveries(webhook.Id)
  const text = Status === 'waiting' ? 'Send Now' : 'Resend'
  const { mutateAsync } = useResendWebhookDelivery()
  const { act, isBusy } = useToastedAction(async () => {
    await mutateAsync({ id: Id, params: { Mode: mode } })
    await reload()
  }, 'Event sent again')
  return (
    <SmallButton
      aria-label={`${text} ${eventText(Type)}${PieceId ? ` of ${PieceId}` : ''}`}
      aria-disabled={isBusy || !webhook.Active}
      onClick={() => webhook.Active && act()}
    >
      {text}
    </SmallButton>
  )
}
