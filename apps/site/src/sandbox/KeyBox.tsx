import buttons from '../components/buttons.module.css'
import { sandboxKeyDays } from '../content/print.ts'
import { CopyButton } from '../components/CopyButton.tsx'
import { atTime } from './at-time.ts'
import type { KeyState } from './use-key.ts'
import styles from './Workbench.module.css'

interface KeyBoxProps {
  state: KeyState
  take: () => void
  forget: () => void
}

/** The sandbox key: taken in one press, shown once, kept in this browser. */
export function KeyBox({ state: { ring, isFresh, isStored, isPast, isTaking, hide }, take, forget }: KeyBoxProps) {
  return (
    <section aria-labelledby="sandbox-key" className={styles.side}>
      <h3 id="sandbox-key">Sandbox key</h3>
      {ring && isFresh && (
        <div className={styles.fresh}>
          <p>This is your key. It is shown once: copy it now if you want it elsewhere.</p>
          <p className={styles.secret}>
            <code>{ring.key}</code>
          </p>
          <p className={styles.row}>
            <CopyButton text={ring.key} className={buttons.secondary}>
              Copy the Key
            </CopyButton>
            <button type="button" className={styles.link} onClick={hide}>
              Hide It
            </button>
          </p>
        </div>
      )}
      {ring ? (
        <>
          <p>
            <code>{ring.prefix}…</code> {isPast ? 'worked until' : 'proofs templates of your own until'}{' '}
            {atTime(ring.expiresAt)}.{' '}
            {isStored
              ? 'It is kept in this browser only.'
              : 'This browser lets us keep nothing: the key is gone when you leave the page.'}
          </p>
          <button type="button" className={buttons.secondary} onClick={forget}>
            Forget the Key
          </button>
        </>
      ) : (
        <>
          <p>
            The built-in templates need none. HTML and images of your own need a key: free, no email, no account. It
            works for {sandboxKeyDays} days and is kept in this browser only.
          </p>
          <button type="button" className={buttons.secondary} aria-disabled={isTaking} onClick={take}>
            {isTaking ? 'Taking a key...' : 'Get a Key'}
          </button>
        </>
      )}
    </section>
  )
}
