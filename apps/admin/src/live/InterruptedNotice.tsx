import styles from './InterruptedNotice.module.css'

/** Shown while live updates are late. The screen itself works. */
export function InterruptedNotice({ isShown }: { isShown: boolean }) {
  return (
    <div aria-live="polite">
      {isShown && (
        <p className={styles.notice}>
          Live updates are interrupted. Reload to see new data. The app tries to reconnect at least once a minute. If
          everything else works and this stays, too many windows of the staff app may be open.
        </p>
      )}
    </div>
  )
}
