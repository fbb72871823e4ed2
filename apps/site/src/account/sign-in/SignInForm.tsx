import { brand } from '@app/brand'
import { type SubmitEvent, useState } from 'react'
import buttons from '../../components/buttons.module.css'
import { trimmed, validEmail } from '../../forms/form-values.ts'
import { OfflineNote } from '../../forms/OfflineNote.tsx'
import { useAddress } from '../area/address.ts'
import { Field } from '../../forms/Field.tsx'
import controls from '../area/Controls.module.css'
import { useAction } from '../area/use-action.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { noLinks, useEmail, useSendLink } from './send-link.ts'
import styles from './SignIn.module.css'
import { Fault } from '../area/Fault.tsx'

export function SignInForm() {
  const { replace } = useAddress()
  const { values, change } = useEmail()
  const [fault, setFault] = useState<string | null>(null)
  const sendLink = useSendLink()
  const email = trimmed(values.email)
  const { act, isBusy, error, failure } = useAction(async () => {
    await sendLink({ data: { email } })
    replace({ sent: '1' })
  })
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const found = validEmail(email)
    setFault(found)
    if (found === null) act()
  }
  return (
    <>
      <form className={controls.form} noValidate onSubmit={submit}>
        <Field
          label="Work email"
          type="email"
          name="email"
          autoComplete="username webauthn"
          maxLength={254}
          required
          value={values.email}
          error={fault ?? undefined}
          onText={(text) => change({ email: text })}
        />
        <OfflineNote />
        <Fault>{noLinks(error) ?? failure}</Fault>
        <button type="submit" className={buttons.primary} aria-disabled={isBusy}>
          Email Me a Sign-In Link
        </button>
      </form>
      <PasskeySignIn />
      <p className={styles.note}>
        No account yet? Our team will set one up for you. Call <a href={brand.phone.href}>{brand.phone.display}</a> or
        email <a href={`mailto:${brand.email}`}>{brand.email}</a>. If you’re a member, you should have an email
        invitation.
      </p>
    </>
  )
}
