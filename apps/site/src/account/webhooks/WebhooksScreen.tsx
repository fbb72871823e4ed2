import { type Webhook, useListWebhooks } from '@app/api-client'
import { useState } from 'react'
import buttons from '../../components/buttons.module.css'
import { useAddress } from '../area/address.ts'
import { Loaded } from '../area/Loaded.tsx'
import { SecretDialog } from '../area/SecretDialog.tsx'
import type { NewSecret } from './WebhookQuestions.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'
import { WebhookTable } from './WebhookTable.tsx'
import { WebhookView } from './WebhookView.tsx'
import { AreaSection } from '../area/AreaSection.tsx'

/** Webhooks of one mode, or the one in the address. */
export function WebhooksScreen() {
  const { mode, params } = useAddress()
  const query = useListWebhooks({ Mode: mode })
  const [created, setCreated] = useState<NewSecret>()
  const id = params.get('webhook')
  return (
    <>
      <Loaded query={query} what="your webhooks">
        {(webhooks) =>
          id === null ? (
            <Webhooks webhooks={webhooks} onSecret={setCreated} />
          ) : (
            <WebhookView key={id} webhook={webhooks.find((one) => one.Id === id)} onSecret={setCreated} />
          )
        }
      </Loaded>
      {created && (
        <SecretDialog
          title={created.title}
          label="Its secret"
          secret={created.secret}
          onClose={() => setCreated(undefined)}
        >
          <p>Your app uses it to verify that events come from us, as described by Standard Webhooks.</p>
        </SecretDialog>
      )}
    </>
  )
}

interface WebhooksProps {
  webhooks: readonly Webhook[]
  onSecret: (secret: NewSecret) => void
}

function Webhooks({ webhooks, onSecret }: WebhooksProps) {
  const { mode, params, open, close } = useAddress()
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
      <WebhookTable webhooks={webhooks} />
      {params.get('open') === 'new' && (
        <WebhookDialog
          onClose={close}
          onCreated={({ Webhook: { Url }, Secret }) => {
            close()
            onSecret({ title: `Webhook ${Url}`, secret: Secret })
          }}
        />
      )}
    </AreaSection>
  )
}
