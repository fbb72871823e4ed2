import '@mantine/core/styles/Input.css'
import { Textarea, TextInput } from '@mantine/core'
import { useCreateSampleRequest } from '@app/api-client'
import { stateCodes } from '@app/ui/labels'
import { lazy, Suspense, useState } from 'react'
import { loadWithRetry } from '../startup/load-with-retry.ts'
import { FormDraft } from '../forms/form-draft.ts'
import styles from '../forms/Form.module.css'
import { Choice } from '../forms/Choice.tsx'
import { Honeypot } from '../forms/Honeypot.tsx'
import { OfflineNote } from '../forms/OfflineNote.tsx'
import { ScriptNote } from '../forms/ScriptNote.tsx'
import { usePublicForm } from '../forms/use-public-form.ts'
import buttons from '../layout/buttons.module.css'
import { askFor } from './asked-template.ts'
import { emptySampleForm, sampleRules, sampleTypeOptions, toSampleRequest, type SampleField } from './sample-form.ts'
import { TemplateChoice } from './TemplateChoice.tsx'

// Loaded only when the form is sent, because it brings the library's dialog.
const loadThanks = () => loadWithRetry(() => import('./SampleThanks.tsx'))
const SampleThanks = lazy(() => loadThanks().then(({ SampleThanks }) => ({ default: SampleThanks })))

interface SampleFormProps {
  /** Label of the event that the form belongs to. Its page takes any text as the state. */
  event?: string
}

/** The request for free samples and its thank-you message. */
export function SampleForm({ event }: SampleFormProps) {
  const [draft] = useState(() => new FormDraft(event === undefined ? 'samples' : 'samples-event', emptySampleForm))
  const [fill, setFill] = useState(0)
  const [isThanked, setIsThanked] = useState(false)
  return (
    <>
      <SampleFields
        // A new key mounts new, empty fields.
        key={fill}
        event={event}
        draft={draft}
        isThanked={isThanked}
        onSent={() => {
          askFor('', { isKept: true })
          setFill(fill + 1)
          setIsThanked(true)
        }}
      />
      {fill > 0 && (
        <Suspense fallback={null}>
          <SampleThanks opened={isThanked} onClose={() => setIsThanked(false)} />
        </Suspense>
      )}
    </>
  )
}

interface SampleFieldsProps {
  event: string | undefined
  draft: FormDraft<SampleField>
  /** While the thank-you message is open, a click on the button is the second half of the double click that sent the form. */
  isThanked: boolean
  onSent: () => void
}

function SampleFields({ event, draft, isThanked, onSent }: SampleFieldsProps) {
  const create = useCreateSampleRequest()
  const { form, formProps } = usePublicForm({
    name: 'samples',
    empty: emptySampleForm,
    draft,
    rules: sampleRules,
    failure: 'Failed to submit sample request. Please try again.',
    async send(values, idempotencyKey) {
      void loadThanks()
      await create.mutateAsync({ data: toSampleRequest(values, event), headers: { 'Idempotency-Key': idempotencyKey } })
    },
    onSent,
  })
  const field = (name: SampleField) => ({ ...form.getInputProps(name), id: `samples-${name}`, name, size: 'md' })
  const state = { ...field('state'), label: 'State', required: true, autoComplete: 'address-level1' }

  return (
    <form {...formProps} className={styles.form}>
      <p className={styles.required}>Fields marked * are required.</p>
      <div className={styles.pair}>
        <TextInput {...field('firstName')} type="text" label="First name" required autoComplete="given-name" />
        <TextInput {...field('lastName')} type="text" label="Last name" required autoComplete="family-name" />
      </div>
      <div className={styles.pair}>
        <TextInput {...field('email')} type="email" label="Email" required autoComplete="email" />
        <TextInput {...field('phone')} type="tel" label="Phone" autoComplete="tel" />
      </div>
      <TextInput {...field('company')} type="text" label="Company" autoComplete="organization" />
      <TextInput {...field('addressLine1')} type="text" label="Address" required autoComplete="address-line1" />
      <TextInput
        {...field('addressLine2')}
        type="text"
        label="Apartment, suite or floor"
        autoComplete="address-line2"
      />
      <TextInput {...field('city')} type="text" label="City" required autoComplete="address-level2" />
      <div className={styles.pair}>
        {event === undefined ? <Choice {...state} options={stateCodes} /> : <TextInput {...state} type="text" />}
        <TextInput
          {...field('zip')}
          type="text"
          label="ZIP code"
          required
          inputMode="numeric"
          autoComplete="postal-code"
        />
      </div>
      <Choice {...field('sampleType')} label="What should we send?" required options={sampleTypeOptions} />
      <TemplateChoice id="samples-template" name="template" kept={draft.values.template} />
      <Textarea {...field('notes')} label="Notes" rows={3} />
      <Honeypot />
      <OfflineNote />
      <ScriptNote />
      <button type="submit" className={buttons.primary} disabled={create.isPending || isThanked}>
        {create.isPending ? 'Submitting...' : 'Send My Samples'}
      </button>
    </form>
  )
}
