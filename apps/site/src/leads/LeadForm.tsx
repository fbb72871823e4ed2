import '@mantine/core/styles/Input.css'
import { useCreateLead } from '@app/api-client'
import { fieldNames } from '@app/labels'
import { useEffect, useRef, useState } from 'react'
import buttons from '../components/buttons.module.css'
import type { FormDraft } from '../forms/form-draft.ts'
import forms from '../forms/Form.module.css'
import { FormRows } from '../forms/FormRows.tsx'
import { Honeypot } from '../forms/Honeypot.tsx'
import { NoScriptNote } from '../forms/NoScriptNote.tsx'
import { OfflineNote } from '../forms/OfflineNote.tsx'
import { Thanks } from '../forms/Thanks.tsx'
import { useIsStored } from '../forms/use-is-stored.ts'
import { usePublicForm } from '../forms/use-public-form.ts'
import { touchesFrom } from '../startup/touches.ts'
import { emptyLeadForm, formFields, inlineFields, type LeadField, leadRules, toLeadInput } from './lead-form.ts'
import styles from './LeadForm.module.css'

type Variant = 'inline' | 'modal'

interface LeadFormProps {
  variant: Variant
  /** Keeps the input and the progress of sending it while the form is not on the page. */
  draft: FormDraft<LeadField>
  /** False while the surrounding dialog is closing. */
  isShown?: boolean
  /** Called when the thank-you message is closed. By default, an empty form replaces the message. */
  onDone?: () => void
}

/** The demo request: the fields, then the thank-you message. */
export function LeadForm({ variant, draft, isShown, onDone }: LeadFormProps) {
  const isStored = useIsStored(draft, isShown)
  // A message left over from before the page loaded must not take the focus.
  const [wasStored] = useState(isStored)
  const [isNext, setIsNext] = useState(false)
  const showNext = () => {
    setIsNext(true)
    draft.acknowledge()
  }
  if (isStored) return <LeadThanks takesFocus={isNext || !wasStored} draft={draft} onClose={onDone ?? showNext} />
  return <LeadFields variant={variant} draft={draft} takesFocus={isNext} />
}

interface LeadFieldsProps {
  variant: Variant
  draft: FormDraft<LeadField>
  /** The form replaced the thank-you message and takes over its focus. */
  takesFocus: boolean
}

const focusOnce = (button: HTMLButtonElement | null) => button?.focus()

function LeadFields({ variant, draft, takesFocus }: LeadFieldsProps) {
  const create = useCreateLead({ request: { readsOnlyStatus: true } })
  const { form, formProps, isSending } = usePublicForm({
    name: `lead-${variant}`,
    empty: emptyLeadForm,
    draft,
    rules: leadRules,
    failure: 'Failed to submit form. Please try again.',
    thanks: 'We got your request and will email you soon.',
    send: ({ values, path, idempotencyKey }) =>
      create.mutateAsync({
        data: { ...toLeadInput(values, path), touches: touchesFrom(path) },
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
  })
  const field = (name: LeadField) => ({
    ...form.getInputProps(name),
    id: `lead-${variant}-${name}`,
    name,
    size: 'md',
  })

  return (
    <form {...formProps} className={forms.form}>
      <p className={forms.required}>Fields marked * are required.</p>
      <FormRows
        fields={formFields}
        names={variant === 'modal' ? fieldNames(formFields) : inlineFields}
        inputOf={field}
        lines={variant === 'modal' ? 3 : 4}
      />
      <Honeypot />
      <OfflineNote />
      <NoScriptNote what="This form" />
      <button type="submit" ref={takesFocus ? focusOnce : undefined} className={buttons.primary} disabled={isSending}>
        {isSending ? 'Submitting...' : 'Request a Demo'}
      </button>
    </form>
  )
}

interface LeadThanksProps {
  /** The submit button is gone, so the heading takes the focus. */
  takesFocus: boolean
  draft: FormDraft<LeadField>
  onClose: () => void
}

/** Replaces the form after it was stored. */
function LeadThanks({ takesFocus, draft, onClose }: LeadThanksProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <Thanks draft={draft} onClose={onClose}>
      <svg viewBox="0 0 96 40" className={styles.postmark} aria-hidden="true">
        <circle cx="20" cy="20" r="17" />
        <path d="M12 20l6 6 11-12M44 10q7-6 13 0t13 0 13 0 12-2M44 20q7-6 13 0t13 0 13 0 12-2M44 30q7-6 13 0t13 0 13 0 12-2" />
      </svg>
      <h3 ref={heading} tabIndex={-1} className={styles.thanksTitle}>
        Thank You!
      </h3>
      <p>We got your request and will email you soon. To pick a time yourself, open the calendar.</p>
    </Thanks>
  )
}
