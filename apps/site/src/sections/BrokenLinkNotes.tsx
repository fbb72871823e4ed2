import { brand, brokenLinkIds } from '@app/brand'
import styles from './BrokenLinkNotes.module.css'

/** Notes for visitors who scanned a QR code that does not work. The URL fragment shows one with CSS alone, without scripts. */
export function BrokenLinkNotes() {
  return (
    <>
      <p id={brokenLinkIds.unknown} className={styles.note}>
        We don’t recognize the code you scanned, so we brought you to our home page. If you were looking for an offer,
        call us at <a href={brand.phone.href}>{brand.phone.display}</a>.
      </p>
      <p id={brokenLinkIds.ended} className={styles.note}>
        The offer you scanned has ended, so we brought you to our home page. Call us at{' '}
        <a href={brand.phone.href}>{brand.phone.display}</a> to hear about current offers.
      </p>
    </>
  )
}
