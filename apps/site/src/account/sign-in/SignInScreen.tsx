import { useCreateMemberSession, problemOf, useCreateSignInLink } from '@app/api-client'
import { brand } from '@app/brand'
import { useAnnouncements } from '@app/ui/session-channel'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import buttons from '../../components/buttons.module.css'
import { Field } from '../../forms/Field.tsx'
import { trimmed, validEmail } from '../../forms/form-values.ts'
import { OfflineNote } from '../../forms/OfflineNote.tsx'
import { accountClient, statusOf } from '../area/account-client.ts'
import { useAddress } from '../area/address.ts'
import controls from '../area/Controls.module.css'
import notice from '../../components/notice.module.css'
import { Fault } from '../../forms/Fault.tsx'
import { memberChannel } from '../area/member.ts'
import { useAction } from '../../forms/use-action.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useForm } from '../../forms/use-form.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import styles from './SignIn.module.css'
import { useSignedIn } from './use-signed-in.ts'

const tokenPattern = /^#token=([\w-]{43})$/

/** The notice if the session ended while the member was using the area. */
function endedText(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('hasUnsaved' in state)) return undefined
  return state.hasUnsaved === true
    ? 'Your session has ended. Sign in again to continue: what you typed is still here.'
    : 'Your session has ended. Sign in again to continue.'
}

/** Signs in with a link or a passkey. The URL holds the current step. */
export function SignInScreen() {
  const { hash, state } = useLocation()
  const { params } = useAddress()
  const { proceed } = useSignedIn()
  const ended = endedText(state)
  const token = tokenPattern.exec(hash)?.[1]
  const step = token ?? (params.has('sent') ? 'sent' : 'form')
  // No data of an earlier session stays in memory.
  useEffect(() => accountClient.clear(), [])
  useAnnouncements(
    memberChannel,
    useCallback((message) => message === 'signed in' && proceed(), [proceed]),
  )
  return (
    <div className={styles.box}>
      {ended && (
        <p role="status" className={notice.notice}>
          {ended}
        </p>
      )}
      {token !== undefined && <LinkSignIn key={token} token={token} />}
      {step === 'sent' && <CheckEmail />}
      {step === 'form' && <SignInForm />}
    </div>
  )
}

/** The page that an emailed link opens. Only the click uses up the link, because mail scanners also open links. */
function LinkSignIn({ token }: { token: string }) {
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
        <h2 tabIndex={-1}>This link no longer works</h2>
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
      {/* The only action on this page. */}
      {/* oxlint-disable-next-line jsx-a11y/no-autofocus */}
      <button type="button" autoFocus className={buttons.primary} aria-disabled={isBusy} onClick={act}>
        {isBusy ? 'Signing in...' : 'Sign In'}
      </button>
      <Fault>{failure}</Fault>
    </div>
  )
}

/** The typed email, which the next page shows and may submit again. */
const emailDraft = { name: 'account sign-in', empty: { email: '' } }

function SignInForm() {
  const { replace } = useAddress()
  const sendLink = useSendLink()
  const { formProps, field, failure, isBusy } = useForm({
    ...emailDraft,
    keepsText: true,
    check: ({ email }) => ({ email: validEmail(email) }),
    async send({ email }) {
      await sendLink({ data: { email: trimmed(email) } })
      replace({ sent: '1' })
    },
    explain: noLinks,
  })
  return (
    <>
      <form {...formProps} className={controls.form}>
        <Field
          label="Work email"
          type="email"
          name="email"
          autoComplete="username webauthn"
          maxLength={254}
          required
          {...field('email')}
        />
        <OfflineNote />
        <Fault>{failure}</Fault>
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

/** Shows the same text for every email, so that it doesn't reveal who is a member. */
function CheckEmail() {
  const { replace } = useAddress()
  const email = trimmed(useDraft(emailDraft.name, emailDraft.empty).values.email)
  const [isSent, setIsSent] = useState(false)
  const sendLink = useSendLink()
  const again = useAction(async () => {
    setIsSent(false)
    await sendLink({ data: { email } })
    setIsSent(true)
  })
  return (
    <div role="status" className={styles.sent}>
      <h2 tabIndex={-1}>Check your email</h2>
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

const useSendLink = () => useCreateSignInLink({ skipInvalidation: true }).mutateAsync

/** Undefined unless the server cannot send links at all. */
const noLinks = (error: unknown): string | undefined =>
  problemOf(error)?.code === 'mail_not_configured'
    ? `Links can’t be sent at the moment. Use a passkey, or call ${brand.phone.display}.`
    : undefined
