import styles from './InterruptedNotice.module.css'

/** Shown while live updates are late. The screen itself works. */
export function InterruptedNotice({ isShown }: { isShown: boolean }) {
  return (
    <div aria-live="polite">
      {isShown && (
        <p className={styles.notice}>
          Live updates are interrupted. Reload to see new data. The app reconnects at least once a minute. If this
          continues, close some windows of the staff app.
        </p>
      )}
    </div>
  )
}
