import styles from './InterruptedNotice.module.css'

/** Says that what others do appears late. The screen itself works. */
export function InterruptedNotice({ isShown }: { isShown: boolean }) {
  return (
    <div aria-live="polite">
      {isShown && (
        <p className={styles.notice}>
          Live updates are interrupted, so reload to see what is new. The app tries again at least once a minute. If
          this stays, close windows of the staff app that you do not need.
        </p>
      )}
    </div>
  )
}
