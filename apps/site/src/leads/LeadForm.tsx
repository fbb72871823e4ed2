import '@mantine/core/styles/Input.css'
import { fieldNames } from '@app/labels'
import { useState } from 'react'
import forms from '../forms/Form.module.css'
import buttons from '../components/buttons.module.css'
import type { FormDraft } from '../forms/form-draft.ts'
import { FormRows } from '../forms/FormRows.tsx'
import { Honeypot } from '../forms/Honeypot.tsx'
import { OfflineNote } from '../forms/OfflineNote.tsx'
import { NoScriptNote } from '../forms/NoScriptNote.tsx'
import { useIsStored } from '../forms/use-is-stored.ts'
import { formFields, inlineFields, type LeadField } from './lead-form.ts'
import { LeadThanks } from './LeadThanks.tsx'
import { useLeadForm } from './use-lead-form.ts'

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
  const { form, formProps, isSending } = useLeadForm(`lead-${variant}`, draft)
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
      <NoScriptNote />
      <button type="submit" ref={takesFocus ? focusOnce : undefined} className={buttons.primary} disabled={isSending}>
        {isSending ? 'Submitting...' : 'Request a Demo'}
      </button>
    </form>
  )
}
