import {
  useTestWebhook,
  useUpdateWebhook,
  type Webhook,
  useDeleteWebhook,
  useRotateWebhookSecret,
} from '@app/api-client'
import { pieceEventLabels } from '@app/labels'
import { useEffect, useRef } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useToasts } from '../../toasts/toasts.ts'
import { useAddress, screenAddress } from '../area/address.ts'
import area from '../area/Area.module.css'
import controls from '../area/Controls.module.css'
import { Fault } from '../../forms/Fault.tsx'
import { Question } from '../area/Dialog.tsx'
import { Facts } from '../area/Facts.tsx'
import { useShowSecret } from '../area/shown-secret.ts'
import { SmallButton } from '../area/SmallButton.tsx'
import { StateText } from '../area/StateText.tsx'
import { Time } from '../area/Time.tsx'
import { useAction } from '../../forms/use-action.ts'
import { Deliveries } from './Deliveries.tsx'
import { ReplayDialog } from './ReplayDialog.tsx'
import { useReloadDeliveries } from './use-reload-deliveries.ts'
import { WebhookDialog } from './WebhookDialog.tsx'

interface WebhookViewProps {
  /** Undefined if it is not in the list. */
  webhook: Webhook | undefined
}

/** One webhook: its settings, actions, and deliveries. */
export function WebhookView({ webhook }: WebhookViewProps) {
  const { to } = useAddress()
  const top = useRef<HTMLElement>(null)
  useEffect(() => top.current?.focus({ preventScroll: true }), [])
  return (
    <section ref={top} tabIndex={-1} aria-label="Webhook" className={area.section}>
      <p>
        <Link to={to({ webhook: undefined, Status: undefined, cursor: undefined })}>All webhooks</Link>
      </p>
      {webhook ? (
        <>
          <h2 tabIndex={-1}>{webhook.Url}</h2>
          <Facts
            facts={{
              Status: <WebhookState webhook={webhook} />,
              Events: webhook.Types?.map((type) => pieceEventLabels[type]).join(', ') ?? 'All',
              Added: <Time at={webhook.CreatedAt} />,
              ...(webhook.FormerSecretUntil !== null && {
                'Previous secret': (
                  <>
                    Events are also signed with it until <Time at={webhook.FormerSecretUntil} />.
                  </>
                ),
              }),
            }}
          />
          <Actions webhook={webhook} />
          <Deliveries webhook={webhook} />
          <Dialogs webhook={webhook} />
        </>
      ) : (
        <div className={area.empty}>
          <h2>Webhook not found</h2>
          <p>It may have been deleted, or belong to the other mode: live or test.</p>
        </div>
      )}
    </section>
  )
}

function Actions({ webhook: { Id, Active, PausedUntil } }: { webhook: Webhook }) {
  const { mode, open } = useAddress()
  const { showDone } = useToasts()
  const reload = useReloadDeliveries(Id)
  const update = useUpdateWebhook()
  const test = useTestWebhook()
  const params = { Mode: mode }
  const setActive = useAction((active: boolean) => update.mutateAsync({ id: Id, data: { Active: active }, params }))
  const sendTest = useAction(async () => {
    await test.mutateAsync({ id: Id, params })
    await reload()
    showDone('Test event on its way')
  })
  return (
    <>
      <div className={controls.buttons}>
        <SmallButton aria-disabled={!Active || sendTest.isBusy} onClick={() => Active && sendTest.act()}>
          Send Test Event
        </SmallButton>
        <SmallButton onClick={() => open({ open: 'edit' })}>Edit</SmallButton>
        <SmallButton aria-disabled={!Active} onClick={() => Active && open({ open: 'replay' })}>
          Replay Events
        </SmallButton>
        <SmallButton onClick={() => open({ open: 'rotate' })}>Rotate Secret</SmallButton>
        {Active && PausedUntil !== null && (
          <SmallButton isBusy={setActive.isBusy} onClick={() => setActive.act(true)}>
            Try Again Now
          </SmallButton>
        )}
        <SmallButton isBusy={setActive.isBusy} onClick={() => setActive.act(!Active)}>
          {Active ? 'Turn Off' : 'Turn On'}
        </SmallButton>
        <SmallButton onClick={() => open({ open: 'delete' })}>Delete</SmallButton>
      </div>
      {!Active && <p>While it is off, nothing is sent. Once you turn it back on, replay the events you missed.</p>}
      <Fault>{setActive.failure ?? sendTest.failure}</Fault>
    </>
  )
}

function Dialogs({ webhook }: { webhook: Webhook }) {
  const { params, close } = useAddress()
  switch (params.get('open')) {
    case 'edit':
      return <WebhookDialog edited={webhook} onClose={close} />
    case 'replay':
      return <ReplayDialog webhook={webhook} onClose={close} />
    case 'rotate':
      return <RotateSecretQuestion webhook={webhook} onClose={close} />
    case 'delete':
      return <DeleteQuestion webhook={webhook} onClose={close} />
    default:
      return null
  }
}

/** Shows the secret of a webhook, with a title that identifies the webhook. */
export function useShowWebhookSecret() {
  const showSecret = useShowSecret()
  const children = <p>Your app uses it to verify that events come from us, as described by Standard Webhooks.</p>
  return (title: string, secret: string) => showSecret({ title, label: 'Its secret', secret, children })
}

function RotateSecretQuestion({ webhook: { Id, Url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { mode } = useAddress()
  const showSecret = useShowWebhookSecret()
  const { mutateAsync } = useRotateWebhookSecret()
  return (
    <Question
      title="Rotate the secret?"
      yes="Rotate It"
      act={async () => {
        const { data } = await mutateAsync({ id: Id, params: { Mode: mode } })
        showSecret(`New secret for ${Url}`, data.Secret)
      }}
      onClose={onClose}
    >
      <p>For 24 hours, events are signed with the old secret and the new one. Give your app the new one before then.</p>
    </Question>
  )
}

function DeleteQuestion({ webhook: { Id, Url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { mode } = useAddress()
  const navigate = useNavigate()
  const { mutateAsync } = useDeleteWebhook()
  return (
    <Question
      title="Delete this webhook?"
      yes="Delete It"
      act={() => mutateAsync({ id: Id, params: { Mode: mode } })}
      done="Webhook deleted"
      onDone={() => navigate(screenAddress('webhooks', mode), { replace: true })}
      onClose={onClose}
    >
      <p>
        {Url} will get no more events, not even those waiting to be sent. Its deliveries are no longer listed. This
        can’t be undone.
      </p>
    </Question>
  )
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
