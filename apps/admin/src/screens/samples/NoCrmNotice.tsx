import { useIsOwner } from '../../session/use-is-owner.ts'
import styles from './NoCrmNotice.module.css'

/** Says once what would otherwise be said on every card. */
export function NoCrmNotice() {
  const isOwner = useIsOwner()
  return (
    <p role="note" className={styles.notice}>
      No CRM is connected, so requests are kept here only.{' '}
      {isOwner ? 'They are sent once its token is set on the server.' : 'An owner can have one connected.'}
    </p>
  )
}
