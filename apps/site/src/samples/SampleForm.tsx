import '@mantine/core/styles/Input.css'
import { useCreateSampleRequest } from '@app/api-client'
import { Suspense, useRef, useState, type Ref } from 'react'
import { flushSync } from 'react-dom'
import { loadWithRetry } from '../lib/load-with-retry.ts'
import { touchesFrom } from '../startup/touches.ts'
import { lazyPart } from '../startup/WhenSeen.tsx'
import type { FormDraft } from '../forms/form-draft.ts'
import styles from '../forms/Form.module.css'
import { FormProviders } from '../forms/FormProviders.tsx'
import { FormRows } from '../forms/FormRows.tsx'
import { Honeypot } from '../forms/Honeypot.tsx'
import { OfflineNote } from '../forms/OfflineNote.tsx'
import { NoScriptNote } from '../forms/NoScriptNote.tsx'
import { usePublicForm } from '../forms/use-public-form.ts'
import { useIsStored } from '../forms/use-is-stored.ts'
import buttons from '../components/buttons.module.css'
import {
  emptySampleForm,
  eventFields,
  formFields,
  namesAround,
  sampleDraft,
  sampleRules,
  toSampleRequest,
  type SampleField,
} from './sample-form.ts'
import { SamplePromise } from './SamplePromise.tsx'
import { TemplateChoice } from './TemplateChoice.tsx'

// Loaded only when the form is sent, because it includes the library's dialog.
const loadThanks = () => loadWithRetry(() => import('./SampleThanks.tsx'))
const SampleThanks = lazyPart('SampleThanks', loadThanks)

interface SampleFormProps {
  /** Label of the event that the form belongs to. With an event, the state is free text. */
  event?: string | undefined
}

/** The request for free samples and its thank-you message. */
export const SampleForm = (props: SampleFormProps) => (
  <FormProviders>
    <FieldsThenThanks {...props} />
  </FormProviders>
)

function FieldsThenThanks({ event }: SampleFormProps) {
  const draft = sampleDraft(event === undefined ? 'samples' : 'samples-event')
  const isThanked = useIsStored(draft)
  const [wasThanked, setWasThanked] = useState(false)
  if (isThanked && !wasThanked) setWasThanked(true)
  const button = useRef<HTMLButtonElement>(null)
  const closeThanks = () => {
    // The submit button gets the focus back, which requires it to be enabled first.
    flushSync(() => draft.acknowledge())
    button.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <SampleFields
        // A new key remounts the fields empty.
        key={String(isThanked)}
        event={event}
        draft={draft}
        isThanked={isThanked}
        button={button}
      />
      {wasThanked && (
        <Suspense fallback={<Stored />}>
          <SampleThanks opened={isThanked} draft={draft} onClose={closeThanks} />
        </Suspense>
      )}
    </>
  )
}

/** Shown while the code of the dialog loads. */
const Stored = () => (
  <p role="status">
    Thank you! Your samples will ship soon. <SamplePromise />
  </p>
)

interface SampleFieldsProps {
  event: string | undefined
  draft: FormDraft<SampleField>
  /** While the thank-you message is open, a click on the button is the second half of the double click that sent the form. */
  isThanked: boolean
  button: Ref<HTMLButtonElement>
}

function SampleFields({ event, draft, isThanked, button }: SampleFieldsProps) {
  const create = useCreateSampleRequest({ request: { readsOnlyStatus: true } })
  const { form, formProps, isSending } = usePublicForm({
    name: 'samples',
    empty: emptySampleForm,
    draft,
    rules: sampleRules,
    failure: 'Failed to submit sample request. Please try again.',
    thanks: 'Your samples will ship soon.',
    async send({ values, path, idempotencyKey }) {
      void loadThanks()
      const data = { ...toSampleRequest(values, event), touches: touchesFrom(path) }
      await create.mutateAsync({ data, headers: { 'Idempotency-Key': idempotencyKey } })
    },
  })
  const field = (name: SampleField) => ({ ...form.getInputProps(name), id: `samples-${name}`, name, size: 'md' })
  const fields = event === undefined ? formFields : eventFields

  return (
    <form {...formProps} className={styles.form}>
      <p className={styles.required}>Fields marked * are required.</p>
      <FormRows fields={fields} names={namesAround.before} inputOf={field} lines={3} />
      <TemplateChoice draft={draft} />
      <FormRows fields={fields} names={namesAround.after} inputOf={field} lines={3} />
      <Honeypot />
      <OfflineNote />
      <NoScriptNote what="This form" />
      <button type="submit" ref={button} className={buttons.primary} disabled={isSending || isThanked}>
        {isSending ? 'Submitting...' : 'Send My Samples'}
      </button>
    </form>
  )
}
