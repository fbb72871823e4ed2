import { brand, brokenLinkIds } from '@app/brand'
import styles from './BrokenLinkNotes.module.css'

/** For whoever scanned a code that does not work. The address names the note, and styles alone show it: no script is needed. */
export function BrokenLinkNotes() {
  return (
    <>
      <p id={brokenLinkIds.unknown} className={styles.note}>
        We do not know the code that brought you here, so this is our home page. If you were looking for an offer, call
        us at <a href={brand.phone.href}>{brand.phone.display}</a>.
      </p>
      <p id={brokenLinkIds.ended} className={styles.note}>
        The offer that you scanned has ended, so this is our home page. Call us at{' '}
        <a href={brand.phone.href}>{brand.phone.display}</a> to hear what is on now.
      </p>
    </>
  )
}
