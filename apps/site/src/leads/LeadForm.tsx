import '@mantine/core/styles/Input.css'
import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import forms from '../forms/Form.module.css'
import buttons from '../layout/buttons.module.css'
import type { FormDraft } from '../forms/form-draft.ts'
import { Choice } from '../forms/Choice.tsx'
import { Honeypot } from '../forms/Honeypot.tsx'
import { OfflineNote } from '../forms/OfflineNote.tsx'
import { ScriptNote } from '../forms/ScriptNote.tsx'
import { industryOptions, type LeadField, volumeOptions } from './lead-form.ts'
import { LeadThanks } from './LeadThanks.tsx'
import { useLeadForm } from './use-lead-form.ts'

type Variant = 'inline' | 'modal'

interface LeadFormProps {
  variant: Variant
  /** Keeps what is typed while the form is not on the page. */
  draft: FormDraft<LeadField>
  /** Called when the thank-you message is closed. Without it, an empty form takes its place. */
  onDone?: () => void
}

/** The demo request: the fields, then the thank-you message. */
export function LeadForm({ variant, draft, onDone }: LeadFormProps) {
  const [isSent, setIsSent] = useState(false)
  if (isSent) return <LeadThanks onClose={onDone ?? (() => setIsSent(false))} />
  return <LeadFields variant={variant} draft={draft} onSent={() => setIsSent(true)} />
}

interface LeadFieldsProps {
  variant: Variant
  draft: FormDraft<LeadField>
  onSent: () => void
}

function LeadFields({ variant, draft, onSent }: LeadFieldsProps) {
  const { form, formProps, isPending } = useLeadForm(`lead-${variant}`, draft, onSent)
  const field = (name: LeadField) => ({
    ...form.getInputProps(name),
    id: `lead-${variant}-${name}`,
    name,
    size: 'md',
  })

  return (
    <form {...formProps} className={forms.form}>
      <p className={forms.required}>Fields marked * are required.</p>
      <div className={forms.pair}>
        <TextInput {...field('firstName')} type="text" label="First name" required autoComplete="given-name" />
        <TextInput {...field('lastName')} type="text" label="Last name" required autoComplete="family-name" />
      </div>
      <TextInput {...field('email')} type="email" label="Work email" required autoComplete="email" />
      <div className={variant === 'modal' ? forms.pair : undefined}>
        {variant === 'modal' && <TextInput {...field('phone')} type="tel" label="Phone" autoComplete="tel" />}
        <TextInput {...field('company')} type="text" label="Company" autoComplete="organization" />
      </div>
      <div className={forms.pair}>
        <Choice {...field('industry')} label="Industry" options={industryOptions} />
        <Choice {...field('volume')} label="Pieces a month" options={volumeOptions} />
      </div>
      <Textarea {...field('message')} label="Message" rows={variant === 'modal' ? 3 : 4} />
      <Honeypot />
      <OfflineNote />
      <ScriptNote />
      <button type="submit" className={buttons.primary} disabled={isPending}>
        {isPending ? 'Submitting...' : 'Request a Demo'}
      </button>
    </form>
  )
}
