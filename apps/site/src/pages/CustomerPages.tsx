import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { AccountHeader } from '../account/AccountHeader.tsx'
import { accountMeta, accountScreenOf, accountTitle, trackMeta } from '../content/account.ts'
import type { PageMeta } from '../content/page-meta.ts'
import { NoScriptNote } from '../forms/NoScriptNote.tsx'
import { SitePage } from '../layout/SitePage.tsx'
import { InBrowser, lazyPart } from '../startup/WhenSeen.tsx'
import styles from './CustomerPages.module.css'

const AccountArea = lazyPart('AccountArea', () => import('../account/AccountArea.tsx'))
const TrackedPiece = lazyPart('TrackedPiece', () => import('../track/TrackedPiece.tsx'))

/**
 * The frame of every screen in the customer area. The screen itself renders only in the browser, which has the session.
 */
export function AccountPage() {
  const screen = accountScreenOf(useLocation().pathname)
  return (
    <CustomerPage
      meta={accountMeta(screen)}
      header={screen === 'signIn' ? undefined : <AccountHeader />}
      title={accountTitle(screen)}
      loads="Your customer account"
    >
      <AccountArea screen={screen} />
    </CustomerPage>
  )
}

/** The page that a piece's tracking link opens. Anyone with the link can see it, so it shows no name or address. */
export const TrackPage = () => (
  <CustomerPage meta={trackMeta} title="Track your mail" loads="This page">
    <TrackedPiece />
  </CustomerPage>
)

interface CustomerPageProps {
  meta: PageMeta
  header?: ReactNode | undefined
  title: string
  /** The part that needs scripts, as the subject of a sentence. */
  loads: string
  children: ReactNode
}

const CustomerPage = ({ meta, header, title, loads, children }: CustomerPageProps) => (
  <SitePage meta={meta} frame="print" header={header}>
    <div className={styles.page}>
      <h1 className={styles.title}>{title}</h1>
      <NoScriptNote what={loads} />
      <InBrowser loading={<p role="status">Loading…</p>}>{children}</InBrowser>
    </div>
  </SitePage>
)
