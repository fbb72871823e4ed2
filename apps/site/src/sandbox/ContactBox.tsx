import { problemOf, createSandboxKeyContact } from '@app/api-client'
import { brand } from '@app/brand'
import { useState } from 'react'
import buttons from '../components/buttons.module.css'
import { Fault } from '../forms/Fault.tsx'
import { Field } from '../forms/Field.tsx'
import { optionalLine, optionalText, required, trimmed, validEmail } from '../forms/form-values.ts'
import { useForm } from '../forms/use-form.ts'
import type { withKey } from './key-storage.ts'
import styles from './Sandbox.module.css'

const inputs = [
  { name: 'FirstName', label: 'First name', autoComplete: 'given-name' },
  { name: 'LastName', label: 'Last name', autoComplete: 'family-name' },
  { name: 'Email', label: 'Work email', autoComplete: 'email', type: 'email' },
  { name: 'Company', label: 'Company (optional)', autoComplete: 'organization', required: false },
] as const

/** Optional contact form for visitors with a key. */
export function ContactBox({ keyed }: { keyed: ReturnType<typeof withKey> }) {
  const [isStored, setIsStored] = useState(false)
  const { formProps, field, failure, isBusy } = useForm({
    name: 'sandbox-contact',
    empty: { FirstName: '', LastName: '', Email: '', Company: '' },
    check: ({ FirstName, LastName, Email, Company }) => ({
      FirstName: required('First name is required')(FirstName),
      LastName: required('Last name is required')(LastName),
      Email: validEmail(Email),
      Company: optionalLine(Company),
    }),
    async send({ FirstName, LastName, Email, Company }) {
      const contact = {
        FirstName: trimmed(FirstName),
        LastName: trimmed(LastName),
        Email: trimmed(Email),
        Company: optionalText(Company),
      }
      await createSandboxKeyContact(contact, {}, keyed)
      setIsStored(true)
    },
    explain: (error) => `We couldn’t save that. ${problemOf(error)?.errors?.[0]?.detail ?? 'Try again, or call us.'}`,
  })
  if (isStored) {
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
      <form {...formProps} className={styles.contact}>
        {inputs.map(({ name, ...input }) => (
          <Field key={name} name={name} maxLength={200} required {...input} {...field(name)} />
        ))}
        <Fault>{failure}</Fault>
        <button type="submit" className={buttons.secondary} aria-disabled={isBusy}>
          {isBusy ? 'Sending...' : 'Talk to Us'}
        </button>
      </form>
    </section>
  )
}
