import { brand } from '@app/brand'
import { useLocation } from 'react-router-dom'
import { AccountHeader } from '../account/AccountHeader.tsx'
import { accountMeta, accountScreenOf, accountTitle, trackMeta } from '../content/account.ts'
import { SitePage } from '../layout/SitePage.tsx'
import { InBrowser, lazyPart } from '../startup/WhenSeen.tsx'
import trackStyles from '../track/Track.module.css'
import styles from './CustomerPages.module.css'

const AccountArea = lazyPart('AccountArea', () => import('../account/AccountArea.tsx'))
const TrackedPiece = lazyPart('TrackedPiece', () => import('../track/TrackedPiece.tsx'))

/** The frame of every screen of the customer area. The screen itself renders only in the browser, which has the session. */
export function AccountPage() {
  const screen = accountScreenOf(useLocation().pathname)
  return (
    <SitePage meta={accountMeta(screen)} frame="print" {...(screen !== 'signIn' && { header: <AccountHeader /> })}>
      <div className={styles.page}>
        <h1 className={styles.title}>{accountTitle(screen)}</h1>
        <noscript>
          <p className={styles.scriptless}>
            Your customer account needs JavaScript, which is turned off in your browser. The print API works without it.
            For anything else, call <a href={brand.phone.href}>{brand.phone.display}</a> or email{' '}
            <a href={`mailto:${brand.email}`}>{brand.email}</a>.
          </p>
        </noscript>
        <InBrowser loading={<p role="status">Loading…</p>}>
          <AccountArea screen={screen} />
        </InBrowser>
      </div>
    </SitePage>
  )
}

/** The page behind the tracking link of a piece. Anyone with the link may read it, so it has no name and no address. */
export function TrackPage() {
  return (
    <SitePage meta={trackMeta} frame="print">
      <div className={styles.page}>
        <h1 className={styles.title}>Track your mail</h1>
        <noscript>
          <p className={styles.scriptless}>
            This page needs JavaScript, which is turned off in your browser. Call{' '}
            <a href={brand.phone.href}>{brand.phone.display}</a> and we’ll look for your piece.
          </p>
        </noscript>
        <InBrowser
          loading={
            <p role="status" className={trackStyles.loading}>
              Loading…
            </p>
          }
        >
          <TrackedPiece />
        </InBrowser>
      </div>
    </SitePage>
  )
}
