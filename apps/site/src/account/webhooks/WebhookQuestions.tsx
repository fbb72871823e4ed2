import { useDeleteWebhook, useRotateWebhookSecret, type Webhook } from '@app/api-client'
import { useNavigate } from 'react-router-dom'
import { screenAddress, useAddress } from '../area/address.ts'
import { Question } from '../area/Question.tsx'

/** A secret that was just made, with a title that says what it is for. */
export interface NewSecret {
  title: string
  secret: string
}

interface RotateProps {
  webhook: Webhook
  onSecret: (secret: NewSecret) => void
  onClose: () => void
}

export function RotateSecretQuestion({ webhook: { Id, Url }, onSecret, onClose }: RotateProps) {
  const { mode } = useAddress()
  const { mutateAsync } = useRotateWebhookSecret()
  return (
    <Question
      title="Rotate the secret?"
      yes="Rotate It"
      act={async () => {
        const { data } = await mutateAsync({ id: Id, params: { Mode: mode } })
        onSecret({ title: `New secret for ${Url}`, secret: data.Secret })
      }}
      onClose={onClose}
    >
      <p>For 24 hours, events are signed with the old secret and the new one. Give your app the new one before then.</p>
    </Question>
  )
}

export function DeleteQuestion({ webhook: { Id, Url }, onClose }: { webhook: Webhook; onClose: () => void }) {
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
