import { useIsOwner } from '../../session/use-is-owner.ts'
import styles from './NoCrmNotice.module.css'

/** Shown once instead of on every card. */
export function NoCrmNotice() {
  const isOwner = useIsOwner()
  return (
    <p role="note" className={styles.notice}>
      No CRM is connected, so requests are kept here only.{' '}
      {isOwner ? 'They will be sent once its token is set on the server.' : 'Ask an owner to connect one.'}
    </p>
  )
}
