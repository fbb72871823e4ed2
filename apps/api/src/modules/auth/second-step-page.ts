import { escapeUTF8 } from 'entities/escape'
import type { Config } from '../../config/config.ts'
import { passkeyButton } from './passkey-button.ts'
import { type Page, staffPage } from './staff-page.ts'

interface SecondFactorForm {
  returnTo: string
  challenge: string
  hasApp: boolean
  hasPasskey: boolean
  /** The error of the previous attempt, and the field that it used. */
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

/** The field that was wrong has the focus, else the first one. */
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
