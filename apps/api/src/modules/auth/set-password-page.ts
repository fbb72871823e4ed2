import { escapeUTF8 } from 'entities/escape'
import type { Config } from '../../config.ts'
import { type Page, staffPage } from './staff-page.ts'
import type { LinkHolder } from '../staff/one-time-links.service.ts'

/** The form behind a one-time link: plain HTML that works without JavaScript. */
export function setPasswordPage(
  config: Config,
  { name, email, isNew }: LinkHolder,
  token: string,
  message?: string,
): Page {
  const error = message ? `<p class="error" id="error" role="alert">${escapeUTF8(message)}</p>` : ''
  const described = message ? ' aria-invalid="true" aria-describedby="error rules"' : ' aria-describedby="rules"'
  const purpose = isNew ? 'choose the password you will sign in with' : 'choose a new password'
  // The email has no name, so it is not sent: it tells password managers whose password this is.
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
<p class="help" id="rules">At least 12 characters. A few words in a row are easier to remember than signs and digits.</p>
<label for="repeated">New password again</label>
<input id="repeated" name="repeated" type="password" autocomplete="new-password" required maxlength="1024">
<button type="submit">Set password</button>
</form>`,
  )
}

/** The same where staff sign in through single sign-on: there is nothing to choose. */
export const acceptPage = (config: Config, { name, email }: LinkHolder, token: string): Page =>
  staffPage(
    config,
    'Accept the invitation',
    `<p>${escapeUTF8(name)}, you will sign in through single sign-on as <strong>${escapeUTF8(email)}</strong>.</p>
<form method="post" action="/api/set-password">
<input type="hidden" name="token" value="${escapeUTF8(token)}">
<button type="submit" autofocus>Accept</button>
</form>`,
  )

/** For a link that is used, expired, revoked or none of ours: one answer, so that nobody learns which. */
export const deadLinkPage = (config: Config, message?: string): Page => ({
  status: 410,
  ...staffPage(
    config,
    'This link does not work',
    `<p>${escapeUTF8(message ?? 'It has been used, has expired, or was cut short on its way to you.')}</p>
<p>Ask an owner of this product for a new one, or <a href="/api/login">sign in</a> when you have a password already.</p>`,
  ),
})

export const passwordSetPage = (config: Config): Page =>
  staffPage(
    config,
    'Your password is set',
    `<p>You can sign in with it now. The link does not work any more.</p>
<a class="button" href="/api/login" autofocus>Sign in</a>`,
  )

export const acceptedPage = (config: Config): Page =>
  staffPage(
    config,
    'Your account is ready',
    `<p>The link does not work any more.</p>
<a class="button" href="/api/login" autofocus>Sign in</a>`,
  )
