import { type Webhook, useListWebhooks } from '@app/api-client'
import { pieceEventLabels } from '@app/labels'
import { Link } from 'react-router-dom'
import { Loaded } from '../../components/Loaded.tsx'
import buttons from '../../components/buttons.module.css'
import { useAddress, onTop } from '../area/address.ts'
import { AreaSection } from '../area/AreaSection.tsx'
import { type Column, DataTable } from '../area/DataTable.tsx'
import { Empty } from '../area/Empty.tsx'
import table from '../area/Table.module.css'
import { Time } from '../area/Time.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import { useShowWebhookSecret, WebhookState, WebhookView } from './WebhookView.tsx'

/** Webhooks of one mode, or the one in the address. */
export function WebhooksScreen() {
  const { mode, params } = useAddress()
  const query = useListWebhooks({ Mode: mode })
  const id = params.get('webhook')
  return (
    <Loaded query={query} what="your webhooks">
      {(webhooks) =>
        id === null ? (
          <Webhooks webhooks={webhooks} />
        ) : (
          <WebhookView key={id} webhook={webhooks.find((one) => one.Id === id)} />
        )
      }
    </Loaded>
  )
}

function Webhooks({ webhooks }: { webhooks: readonly Webhook[] }) {
  const { mode, params, open, close } = useAddress()
  const showSecret = useShowWebhookSecret()
  return (
    <AreaSection
      id="webhooks"
      title={mode === 'test' ? 'Webhooks for test pieces' : 'Webhooks for live pieces'}
      action={
        <button type="button" className={buttons.primary} onClick={() => open({ open: 'new' })}>
          Add Webhook
        </button>
      }
    >
      <p>We send each event for your pieces to these URLs as it happens, and retry if your server does not respond.</p>
      <DataTable
        label="Webhooks"
        columns={columns}
        rows={webhooks}
        keyOf={({ Id }) => Id}
        empty={
          <Empty title={mode === 'test' ? 'No webhooks for test pieces yet' : 'No webhooks for live pieces yet'}>
            <p>Without one, your app can still list events with its key.</p>
          </Empty>
        }
      />
      {params.get('open') === 'new' && (
        <WebhookDialog
          onClose={close}
          onCreated={({ Webhook: { Url }, Secret }) => {
            close()
            showSecret(`Webhook ${Url}`, Secret)
          }}
        />
      )}
    </AreaSection>
  )
}

const columns: readonly Column<Webhook>[] = [
  { head: 'URL', cell: (webhook) => <WebhookLink webhook={webhook} /> },
  { head: 'Events', cell: typesText },
  { head: 'Status', cell: (webhook) => <WebhookState webhook={webhook} /> },
  { head: 'Added', isLabeled: true, cell: ({ CreatedAt }) => <Time at={CreatedAt} /> },
]

const WebhookLink = ({ webhook: { Id, Url } }: { webhook: Webhook }) => (
  <Link to={useAddress().to({ webhook: Id })} state={onTop} className={table.rowLink}>
    {Url}
  </Link>
)

function typesText({ Types }: Webhook): string {
  if (Types === null) return 'All events'
  const [first, ...others] = Types
  if (first === undefined || others.length > 2) return `${Types.length} event types`
  return Types.map((type) => pieceEventLabels[type]).join(', ')
}
