import { problemOf, createSandboxKeyContact } from '@app/api-client'
import { type SubmitEvent, useState } from 'react'
import { brand } from '@app/brand'
import fields from '../forms/Field.module.css'
import { optionalLine, required, trimmed, validEmail } from '../forms/form-values.ts'
import buttons from '../components/buttons.module.css'
import styles from './Sandbox.module.css'

const inputs = [
  { name: 'FirstName', label: 'First name', autoComplete: 'given-name', type: 'text' },
  { name: 'LastName', label: 'Last name', autoComplete: 'family-name', type: 'text' },
  { name: 'Email', label: 'Work email', autoComplete: 'email', type: 'email' },
  { name: 'Company', label: 'Company (optional)', autoComplete: 'organization', type: 'text' },
] as const

const rules: Record<(typeof inputs)[number]['name'], (text: string) => string | null> = {
  FirstName: required('First name is required'),
  LastName: required('Last name is required'),
  Email: validEmail,
  Company: optionalLine,
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? trimmed(value) : ''
}

/** `field` has the fault. Without one, it could not be sent. */
type Outcome = 'unsent' | 'sending' | 'stored' | { message: string; field?: string }

/** Optional contact form for visitors with a key. */
export function ContactBox({ sandboxKey }: { sandboxKey: string }) {
  const [outcome, setOutcome] = useState<Outcome>('unsent')
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (outcome === 'sending') return
    const { elements } = event.currentTarget
    const form = new FormData(event.currentTarget)
    const [FirstName = '', LastName = '', Email = '', Company] = inputs.map(({ name }) => textOf(form, name))
    for (const { name } of inputs) {
      const message = rules[name](textOf(form, name))
      if (message === null) continue
      const input = elements.namedItem(name)
      if (input instanceof HTMLInputElement) input.focus()
      return setOutcome({ message, field: name })
    }
    setOutcome('sending')
    try {
      await createSandboxKeyContact(
        { FirstName, LastName, Email, ...(Company && { Company }) },
        {},
        { headers: { authorization: `Bearer ${sandboxKey}` } },
      )
      setOutcome('stored')
    } catch (error) {
      const reason = problemOf(error)?.errors?.[0]?.detail ?? 'Try again, or call us.'
      setOutcome({ message: `We couldn’t save that. ${reason}` })
    }
  }
  const fault = typeof outcome === 'object' ? outcome : undefined
  if (outcome === 'stored') {
    return (
      <section aria-labelledby="sandbox-contact" className={styles.side}>
        <h3 id="sandbox-contact" tabIndex={-1}>
          Thank you
        </h3>
        <p role="status">We’ll email you soon. Need us sooner? Call {brand.phone.display}.</p>
      </section>
    )
  }
  return (
    <section aria-labelledby="sandbox-contact" className={styles.side}>
      <h3 id="sandbox-contact">Talk to us</h3>
      <p>
        Building something that sends mail? Leave your email and one of our printers will get back to you. Optional.
      </p>
      <form noValidate method="post" onSubmit={(event) => void send(event)} className={styles.contact}>
        {inputs.map(({ name, label, ...input }) => (
          <label key={name} className={fields.field}>
            {label}
            <input
              name={name}
              maxLength={200}
              required={name !== 'Company'}
              aria-invalid={fault?.field === name || undefined}
              aria-describedby={fault?.field === name ? 'sandbox-contact-fault' : undefined}
              {...input}
            />
          </label>
        ))}
        <div role="status">
          {fault && (
            <p id="sandbox-contact-fault" className={fields.fault}>
              {fault.message}
            </p>
          )}
        </div>
        <button type="submit" className={buttons.secondary} aria-disabled={outcome === 'sending'}>
          {outcome === 'sending' ? 'Sending...' : 'Talk to Us'}
        </button>
      </form>
    </section>
  )
}
