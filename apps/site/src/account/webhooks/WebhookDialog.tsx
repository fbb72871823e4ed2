import { useCreateWebhook, useUpdateWebhook, type Webhook, type WebhookWithSecret } from '@app/api-client'
import { fieldNames, pieceEventLabels } from '@app/labels'
import { trimmed } from '../../forms/form-values.ts'
import { useToasts } from '../../toasts/toasts.ts'
import { useAddress } from '../area/address.ts'
import controls from '../area/Controls.module.css'
import { Field } from '../../forms/Field.tsx'
import { Checks } from '../area/Checks.tsx'
import { FormDialog } from '../area/Dialog.tsx'
import { useForm } from '../../forms/use-form.ts'

const allTypes = fieldNames(pieceEventLabels)

const isHttps = (text: string) => URL.canParse(text) && new URL(text).protocol === 'https:'

interface WebhookDialogProps {
  /** The webhook to change. Omitted to add one. */
  edited?: Webhook
  onCreated?: (created: WebhookWithSecret) => void
  onClose: () => void
}

export function WebhookDialog({ edited, onCreated, onClose }: WebhookDialogProps) {
  const { mode } = useAddress()
  const { showDone } = useToasts()
  const create = useCreateWebhook()
  const update = useUpdateWebhook()
  const form = useForm({
    name: edited ? `webhook ${edited.Id}` : `new ${mode} webhook`,
    empty: { Url: edited?.Url ?? '', all: edited ? edited.Types === null : true, Types: edited?.Types ?? [] },
    check: ({ Url, all, Types }) => ({
      Url: isHttps(trimmed(Url)) ? null : 'Enter a URL that starts with https://',
      Types: !all && Types.length === 0 ? 'Choose at least one' : null,
    }),
    async send({ Url, all, Types }) {
      const data = { Url: trimmed(Url), Types: all ? null : allTypes.filter((type) => Types.includes(type)) }
      const params = { Mode: mode }
      if (!edited) return onCreated?.((await create.mutateAsync({ data, params })).data)
      await update.mutateAsync({ id: edited.Id, data, params })
      onClose()
      return showDone('Webhook updated')
    },
  })
  const { values, errors, change, field } = form
  return (
    <FormDialog
      title={edited ? 'Change the webhook' : 'Add a webhook'}
      action={edited ? 'Save' : 'Add Webhook'}
      form={form}
      onClose={onClose}
    >
      <Field
        label="URL"
        hint="It must be public and use HTTPS."
        type="url"
        maxLength={500}
        required
        placeholder="https://"
        {...field('Url')}
      />
      <fieldset className={controls.checks}>
        <legend>Events</legend>
        <div className={controls.choices}>
          <label>
            <input type="radio" name="types" checked={values.all} onChange={() => change({ all: true })} />
            All, including types added later
          </label>
          <label>
            <input type="radio" name="types" checked={!values.all} onChange={() => change({ all: false })} />
            Only these
          </label>
        </div>
      </fieldset>
      {!values.all && (
        <Checks
          label="Types"
          labels={pieceEventLabels}
          offered={allTypes}
          ticked={values.Types}
          error={errors['Types']}
          onTick={(Types) => change({ Types })}
        />
      )}
    </FormDialog>
  )
}
