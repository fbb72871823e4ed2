import { escapeUTF8 } from 'entities/escape'
import type { Config } from '../../config/config.ts'
import { type Page, staffPage } from './staff-page.ts'
import type { LinkResult } from './set-password.service.ts'
import { PasswordsBusy } from '../staff/password.ts'
import { tooManyAttempts } from './sign-in-limit.ts'
import type { LinkHolder } from '../staff/one-time-links.service.ts'

/** The form behind a one-time link: plain HTML that works without JavaScript. */
function setPasswordPage(config: Config, { name, email, isNew }: LinkHolder, token: string, message?: string): Page {
  const error = message ? `<p class="error" id="error" role="alert">${escapeUTF8(message)}</p>` : ''
  const described = message ? ' aria-invalid="true" aria-describedby="error rules"' : ' aria-describedby="rules"'
  const purpose = isNew ? 'choose the password you will sign in with' : 'choose a new password'
  // The email field has no name, so it is not submitted. It shows password managers which account the password belongs
  // to.
  return staffPage(
    config,
    'Set your password',
    `<p>${escapeUTF8(name)}, ${purpose}.</p>
${error}
<form method="post" action="/api/set-password">
<input type="hidden" name="token" value="${escapeUTF8(token)}">
<label for="email">Email</label>
<input id="email" type="text" autocomplete="username" readonly value="${escapeUTF8(email)}">
<label for="password">New password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="12" maxlength="1024"${described} autofocus>
<p class="help" id="rules">At least 12 characters. A few words in a row are easier to remember than symbols and digits.</p>
<label for="repeated">Confirm new password</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required maxlength="1024">
<button type="submit">Set password</button>
</form>`,
  )
}

/** The form for staff who sign in through single sign-on and need no password. */
const acceptPage = (config: Config, { name, email }: LinkHolder, token: string): Page =>
  staffPage(
    config,
    'Accept the invitation',
    `<p>${escapeUTF8(name)}, you will sign in through single sign-on as <strong>${escapeUTF8(email)}</strong>.</p>
<form method="post" action="/api/set-password">
<input type="hidden" name="token" value="${escapeUTF8(token)}">
<button type="submit" autofocus>Accept</button>
</form>`,
  )

/**
 * For a link that is used, expired, revoked, or not ours. All of them get the same page, which does not reveal the
 * reason.
 */
const deadLinkPage = (config: Config, message?: string): Page => ({
  status: 410,
  ...staffPage(
    config,
    'This link does not work',
    `<p>${escapeUTF8(message ?? 'It was already used, has expired, or is incomplete.')}</p>
<p>Ask an owner for a new one, or <a href="/api/login">sign in</a> if you already have a password.</p>`,
  ),
})

const donePage = (config: Config, title: string, text: string): Page =>
  staffPage(config, title, `<p>${text}</p>\n<a class="button" href="/api/login" autofocus>Sign in</a>`)

export function linkPage(config: Config, holder: LinkHolder | undefined, token: string, hasProvider: boolean): Page {
  if (!holder) return deadLinkPage(config)
  return hasProvider ? acceptPage(config, holder, token) : setPasswordPage(config, holder, token)
}

export function linkResultPage(config: Config, result: LinkResult, token: string): Page {
  if (result.outcome === 'limited') {
    const { holder, retryAfterSeconds } = result
    const message = tooManyAttempts(retryAfterSeconds)
    const page = holder ? setPasswordPage(config, holder, token, message) : deadLinkPage(config, message)
    return { ...page, status: 429, retryAfterSeconds }
  }
  if (result.outcome === 'busy') {
    const { holder, message } = result
    const { retryAfterSeconds } = PasswordsBusy
    return { ...setPasswordPage(config, holder, token, message), status: 503, retryAfterSeconds }
  }
  if (result.outcome === 'refused') {
    return { ...setPasswordPage(config, result.holder, token, result.message), status: 422 }
  }
  if (result.outcome === 'dead') return deadLinkPage(config)
  return result.outcome === 'accepted'
    ? donePage(config, 'Your account is ready', 'The link no longer works.')
    : donePage(config, 'Your password is set', 'You can sign in with it now. The link no longer works.')
}
