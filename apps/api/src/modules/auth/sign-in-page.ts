import { escapeUTF8 } from 'entities/escape'
import type { Input } from '@app/contract'
import type { Config } from '../../config/config.ts'
import { passkeyButton } from './passkey-button.ts'
import { type Page, staffPage } from './staff-page.ts'

type Reason = NonNullable<Input<'getSignInPage'>['query']['reason']>

const reasonTexts: Record<Reason, string> = {
  session_ended: 'Your session has ended. Sign in again.',
  draft_kept: 'Your session has ended. Your unsaved text is still in this tab. Sign in to get it back.',
}

interface SignInForm {
  /** True when the server is overloaded. */
  isLight?: boolean
  returnTo: string
  email?: string
  message?: string
  /** Why the app sent the browser here. */
  reason?: Reason | undefined
}

/** The sign-in page: plain HTML that works without JavaScript, except for passkeys. */
export function signInPage(
  config: Config,
  { returnTo, email = '', message, reason, isLight = false }: SignInForm,
): Page {
  const notice = reason ? `<p class="notice" role="status">${reasonTexts[reason]}</p>` : ''
  const error = message ? `<p class="error" id="error" role="alert">${escapeUTF8(message)}</p>` : ''
  const described = message ? ' aria-invalid="true" aria-describedby="error"' : ''
  return staffPage(
    config,
    'Sign in',
    `${notice}${error}
<form method="post" action="/api/login">
<input type="hidden" name="return_to" value="${escapeUTF8(returnTo)}">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" value="${escapeUTF8(email)}"${described}${message ? '' : ' autofocus'}>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required maxlength="1024"${described}${message ? ' autofocus' : ''}>
<button type="submit">Sign in</button>
</form>
${isLight ? '' : passkeyButton(returnTo)}`,
    // Lets the staff app recognize a browser that comes from here, even when the app is on another host.
    { referrer: 'strict-origin', isLight, usesPasskeys: !isLight },
  )
}

/** Shows the error of single sign-on and offers another try. A successful sign-in skips this page. */
export function singleSignOnPage(config: Config, returnTo: string, message?: string): Page {
  const again = `/api/login?return_to=${encodeURIComponent(returnTo)}`
  const text = message
    ? `<p class="error" role="alert">${escapeUTF8(message)}</p>`
    : '<p role="status">You are signed out.</p>'
  return staffPage(
    config,
    'Sign in',
    `${text}
<a class="button" href="${escapeUTF8(again)}" autofocus>${message ? 'Try again' : 'Sign in again'}</a>`,
  )
}

/** Asks for confirmation unless the browser comes from one of our own pages. */
export const signOutPage = (config: Config): Page =>
  staffPage(
    config,
    'Sign out?',
    `<p>Another page sent you here. You stay signed in unless you click the button.</p>
<form method="post" action="/api/logout">
<button type="submit" autofocus>Sign out</button>
</form>
<p class="help"><a href="${escapeUTF8(config.adminUrl.href)}">Stay signed in</a></p>`,
  )

interface SecondFactorForm {
  returnTo: string
  challenge: string
  hasApp: boolean
  hasPasskey: boolean
  /** The error of the previous attempt, and the field that was used. */
  refused?: { message: string; isRecoveryCode: boolean }
}

/** The page after the password: plain HTML that works without JavaScript, except for passkeys. */
export function secondStepPage(config: Config, form: SecondFactorForm): Page {
  const { returnTo, hasApp, hasPasskey, refused } = form
  const error = refused ? `<p class="error" id="error" role="alert">${escapeUTF8(refused.message)}</p>` : ''
  return staffPage(
    config,
    hasApp ? 'Enter your code' : 'Use your passkey',
    `${error}
${hasApp ? codeForm(form) : ''}
${hasPasskey ? passkeyButton(returnTo) : ''}
${recoveryForm(form)}
<p class="help"><a href="/api/login?return_to=${encodeURIComponent(returnTo)}">Sign in as someone else</a></p>`,
    { referrer: 'strict-origin', usesPasskeys: hasPasskey },
  )
}

const kept = ({
  challenge,
  returnTo,
}: SecondFactorForm) => `<input type="hidden" name="challenge" value="${escapeUTF8(challenge)}">
<input type="hidden" name="return_to" value="${escapeUTF8(returnTo)}">`

/** Focuses the invalid field, otherwise the first one. */
const stateOf = (isFirst: boolean, isWrong: boolean | undefined) =>
  `${isWrong ? ' aria-invalid="true" aria-describedby="error"' : ''}${(isWrong ?? isFirst) ? ' autofocus' : ''}`

function codeForm(form: SecondFactorForm): string {
  const isWrong = form.refused && !form.refused.isRecoveryCode
  return `<form method="post" action="/api/login/code">
${kept(form)}
<label for="code">Code from your authenticator app</label>
<input id="code" name="code" type="text" inputmode="numeric" autocomplete="one-time-code" required maxlength="20"${stateOf(true, isWrong)}>
<button type="submit">Sign in</button>
</form>`
}

function recoveryForm(form: SecondFactorForm): string {
  const isWrong = form.refused?.isRecoveryCode
  return `<details${isWrong ? ' open' : ''}>
<summary>Use a recovery code</summary>
<form method="post" action="/api/login/code">
${kept(form)}
<label for="recovery">Recovery code</label>
<input id="recovery" name="recovery_code" type="text" autocomplete="off" autocapitalize="off" spellcheck="false" required maxlength="100"${stateOf(false, isWrong)}>
<button type="submit">Sign in</button>
</form>
</details>`
}
