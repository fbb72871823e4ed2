import { useCreateMemberSession } from '@app/api-client'
import buttons from '../../components/buttons.module.css'
import { statusOf } from '../area/account-client.ts'
import { useAddress } from '../area/address.ts'
import { useAction } from '../area/use-action.ts'
import styles from './SignIn.module.css'
import { useSignedIn } from './use-signed-in.ts'
import { Fault } from '../area/Fault.tsx'

/** The page that an emailed link opens. Only the click uses up the link, because mail scanners open links, too. */
export function LinkSignIn({ token }: { token: string }) {
  const { replace } = useAddress()
  const { succeed } = useSignedIn()
  const { mutateAsync } = useCreateMemberSession({ skipInvalidation: true })
  const { act, isBusy, error, failure } = useAction(async () => {
    await mutateAsync({ data: { token } })
    succeed()
  })
  if (statusOf(error) === 410) {
    return (
      <div role="alert" className={styles.sent}>
        <h2>This link no longer works</h2>
        <p>It was used before, has expired, or was replaced by a newer one. Get a new one: it takes a minute.</p>
        {/* Without the token, the address is that of the form. */}
        <button type="button" className={buttons.primary} onClick={() => replace({})}>
          Get a New Link
        </button>
      </div>
    )
  }
  return (
    <div className={styles.sent}>
      <p>Your link is ready. It works once, so open it in the browser you want to use.</p>
      {/* The only thing to do here. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <button type="button" autoFocus className={buttons.primary} aria-disabled={isBusy} onClick={act}>
        {isBusy ? 'Signing in...' : 'Sign In'}
      </button>
      <Fault>{failure}</Fault>
    </div>
  )
}
