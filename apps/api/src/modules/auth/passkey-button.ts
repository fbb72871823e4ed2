import { readFileSync } from 'node:fs'
import { escapeUTF8 } from 'entities/escape'

const library = readFileSync(
  new URL('../dist/bundle/index.umd.min.js', import.meta.resolve('@simplewebauthn/browser')),
  'utf8',
)

/** Shows the button where the browser supports passkeys, and submits the browser's response as a form. */
const program = `
const left = 'No passkey was used. Try again, or use your password.'
const explanations = {
  NotAllowedError: left,
  AbortError: left,
  SecurityError: 'Passkeys do not work at ' + location.hostname + '. Use the domain name, for example localhost instead of 127.0.0.1.',
}
const { browserSupportsWebAuthn, startAuthentication } = SimpleWebAuthnBrowser
const form = document.getElementById('passkey')
const note = document.getElementById('passkey-note')
const button = form.querySelector('button')
form.hidden = !browserSupportsWebAuthn()
form.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (button.disabled) return
  button.disabled = true
  note.hidden = true
  try {
    const answer = await fetch('/api/login/passkey-options', { method: 'POST' })
    const begun = await answer.json()
    if (!answer.ok) throw new Error(begun.detail)
    const optionsJSON = { challenge: begun.challenge, rpId: begun.relyingPartyId, userVerification: 'required' }
    const { id, response } = await startAuthentication({ optionsJSON })
    const fields = { id, client_data: response.clientDataJSON, authenticator_data: response.authenticatorData, signature: response.signature }
    for (const [name, value] of Object.entries(fields)) form.elements.namedItem(name).value = value
    form.submit()
  } catch (error) {
    note.textContent = explanations[error.name] || error.message || 'The passkey could not be used.'
    note.hidden = false
    button.disabled = false
  }
})
// Makes the page usable again after the Back button.
addEventListener('pageshow', () => { button.disabled = false })
`

export const passkeyScript = `${library}\n${program}`

const empty = ['id', 'client_data', 'authenticator_data', 'signature']

/** A form that the script reveals, because passkeys need scripts. */
export const passkeyButton = (
  returnTo: string,
): string => `<form id="passkey" method="post" action="/api/login/passkey" hidden>
${empty.map((name) => `<input type="hidden" name="${name}">`).join('\n')}
<input type="hidden" name="return_to" value="${escapeUTF8(returnTo)}">
<button class="quiet" type="submit">Use a passkey</button>
<p class="error" id="passkey-note" role="alert" hidden></p>
</form>`
