import { AskFirst } from './AskFirst.tsx'
import { CopyButton } from '../components/CopyButton.tsx'
import buttons from '../components/buttons.module.css'
import { sandboxKeyDays } from '../content/sandbox-key.ts'
import { formatTime } from './format-time.ts'
import type { SandboxState } from './use-sandbox.ts'
import styles from './Sandbox.module.css'

/** The sandbox key: created with one click, shown once, stored in this browser. */
export function KeyBox({ state }: { state: SandboxState['key'] }) {
  const { session, isNew, isStored, hadExpired, isCreating, hide, create, forget } = state
  return (
    <section aria-labelledby="sandbox-key" className={styles.side}>
      <h3 id="sandbox-key" tabIndex={-1}>
        Sandbox key
      </h3>
      {session && isNew && (
        <div className={styles.fresh}>
          <p>This is your key. It is shown only once, so copy it now if you want to use it elsewhere.</p>
          <p className={styles.secret}>
            <code>{session.key}</code>
          </p>
          <p className={styles.row}>
            <CopyButton text={session.key} className={buttons.secondary}>
              Copy the Key
            </CopyButton>
            <button type="button" className={styles.link} onClick={hide}>
              Hide It
            </button>
          </p>
        </div>
      )}
      {session ? (
        <>
          <p>
            <code>{session.prefix}…</code> {hadExpired ? 'expired' : 'lets you proof your own templates until'}{' '}
            {formatTime(session.expiresAt)}.{' '}
            {isStored
              ? 'It is stored only in this browser.'
              : 'This browser blocks storage, so the key is gone when you leave the page.'}
          </p>
          <AskFirst
            label="Forget the Key"
            name="Forget the key"
            question="Templates and images that were saved with this key can’t be opened without it. The HTML in the editor stays. Forget the key?"
            yes="Forget It"
            act={forget}
            className={buttons.secondary}
          />
        </>
      ) : (
        <>
          <p>
            The built-in templates work without one. Your own HTML and images need a key: free, no email, no account. It
            works for {sandboxKeyDays} days and is stored only in this browser.
          </p>
          <button type="button" className={buttons.secondary} aria-disabled={isCreating} onClick={create}>
            {isCreating ? 'Getting a key...' : 'Get a Key'}
          </button>
        </>
      )}
    </section>
  )
}
