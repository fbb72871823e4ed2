import type { Webhook } from '@app/api-client'
import { pieceEventLabels } from '@app/labels'
import { Link } from 'react-router-dom'
import { onTop, useAddress } from '../area/address.ts'
import { DataTable } from '../area/DataTable.tsx'
import table from '../area/Table.module.css'
import { Empty } from '../area/Loaded.tsx'
import { StateText } from '../area/StateText.tsx'
import { Time } from '../area/Time.tsx'

export function WebhookTable({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { to, mode } = useAddress()
  if (webhooks.length === 0) {
    return (
      <Empty title={mode === 'test' ? 'No webhooks for test pieces yet' : 'No webhooks for live pieces yet'}>
        <p>Without one, your app can still list events with its key.</p>
      </Empty>
    )
  }
  return (
    <DataTable label="Webhooks" heads={['URL', 'Events', 'Status', 'Added']}>
      {webhooks.map((webhook) => (
        <tr key={webhook.Id}>
          <td data-title>
            <Link to={to({ webhook: webhook.Id })} state={onTop} className={table.rowLink}>
              {webhook.Url}
            </Link>
          </td>
          <td>{typesText(webhook)}</td>
          <td>
            <WebhookState webhook={webhook} />
          </td>
          <td data-label="Added">
            <Time at={webhook.CreatedAt} />
          </td>
        </tr>
      ))}
    </DataTable>
  )
}

function typesText({ Types }: Webhook): string {
  if (Types === null) return 'All events'
  const [first, ...others] = Types
  if (first === undefined || others.length > 2) return `${Types.length} event types`
  return Types.map((type) => pieceEventLabels[type]).join(', ')
}

export function WebhookState({ webhook: { Active, PausedUntil } }: { webhook: Webhook }) {
  if (!Active) return <StateText tone="off">Off</StateText>
  if (PausedUntil === null) return <StateText tone="good">Active</StateText>
  return (
    <StateText tone="bad">
      Failing, paused until <Time at={PausedUntil} />
    </StateText>
  )
}
