import { useState } from 'react'
import buttons from '../../components/buttons.module.css'
import { trimmed } from '../../forms/form-values.ts'
import { useAddress } from '../area/address.ts'
import { useAction } from '../area/use-action.ts'
import { noLinks, useEmail, useSendLink } from './send-link.ts'
import styles from './SignIn.module.css'
import { Fault } from '../area/Fault.tsx'

/** Shows the same text for every email, so that it doesn't reveal who is a member. */
export function CheckEmail() {
  const { replace } = useAddress()
  const email = trimmed(useEmail().values.email)
  const [isSent, setIsSent] = useState(false)
  const sendLink = useSendLink()
  const again = useAction(async () => {
    setIsSent(false)
    await sendLink({ data: { email } })
    setIsSent(true)
  })
  return (
    <div role="status" className={styles.sent}>
      <h2>Check your email</h2>
      <p>
        If {email ? <b>{email}</b> : 'the address'} belongs to a member of an account, we sent a link. It works once and
        expires in 30 minutes. If you open it in this browser, this tab continues by itself.
      </p>
      <p>Nothing there after a minute or two? Look in the spam folder, or check the address.</p>
      <p className={styles.row}>
        <button type="button" className={buttons.secondary} onClick={() => replace({ sent: undefined })}>
          Use Another Email
        </button>
        {email && (
          <button type="button" className={buttons.secondary} aria-disabled={again.isBusy} onClick={again.act}>
            {isSent ? 'Sent Again' : 'Send It Again'}
          </button>
        )}
      </p>
      <Fault>{noLinks(again.error) ?? again.failure}</Fault>
    </div>
  )
}
