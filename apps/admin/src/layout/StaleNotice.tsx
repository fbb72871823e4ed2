import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import styles from './StaleNotice.module.css'

type Props = { what: string; onReload: () => unknown; onOverwrite: () => void }

/** Someone else saved meanwhile: nobody's change is lost without a decision. */
export function StaleNotice({ what, onReload, onOverwrite }: Props) {
  const notice = useRef<HTMLDivElement>(null)
  // It stands on top of the form, and the button that was pressed at its end.
  useEffect(() => notice.current?.focus(), [])
  return (
    <div ref={notice} role="alert" tabIndex={-1} className={styles.notice}>
      <p className={styles.title}>Someone else changed this {what}</p>
      <p className={styles.text}>
        Reload to see their version; what you typed here is then gone. Overwrite to save yours in its place.
      </p>
      <div className={styles.buttons}>
        <Button variant="default" onClick={() => void onReload()}>
          Reload
        </Button>
        <Button color="red" onClick={onOverwrite}>
          Overwrite
        </Button>
      </div>
    </div>
  )
}
