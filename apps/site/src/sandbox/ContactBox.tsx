import { problemOf, createSandboxKeyContact } from '@app/api-client'
import { isEmail } from '@app/contract/formats'
import { type SubmitEvent, useState } from 'react'
import { brand } from '@app/brand'
import fields from '../forms/Field.module.css'
import buttons from '../components/buttons.module.css'
import styles from './Sandbox.module.css'

const inputs = [
  { name: 'FirstName', label: 'First name', autoComplete: 'given-name', type: 'text' },
  { name: 'LastName', label: 'Last name', autoComplete: 'family-name', type: 'text' },
  { name: 'Email', label: 'Work email', autoComplete: 'email', type: 'email' },
  { name: 'Company', label: 'Company (optional)', autoComplete: 'organization', type: 'text' },
] as const

function textOf(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

type Outcome = 'unsent' | 'sending' | 'stored' | { message: string }

/** Optional contact form for visitors with a key. */
export function ContactBox({ sandboxKey }: { sandboxKey: string }) {
  const [outcome, setOutcome] = useState<Outcome>('unsent')
  const send = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (outcome === 'sending') return
    const form = new FormData(event.currentTarget)
    const [FirstName, LastName, Email, Company] = inputs.map(({ name }) => textOf(form, name))
    if (!FirstName || !LastName || !Email || !isEmail(Email)) {
      return setOutcome({ message: 'Please enter your first and last name and a valid email.' })
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
  if (outcome === 'stored') {
    return (
      <section aria-labelledby="sandbox-contact" className={styles.side}>
        <h3 id="sandbox-contact">Thank you</h3>
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
            <input name={name} maxLength={200} required={name !== 'Company'} {...input} />
          </label>
        ))}
        <div role="status">{typeof outcome === 'object' && <p className={fields.fault}>{outcome.message}</p>}</div>
        <button type="submit" className={buttons.secondary} aria-disabled={outcome === 'sending'}>
          {outcome === 'sending' ? 'Sending...' : 'Talk to Us'}
        </button>
      </form>
    </section>
  )
}
