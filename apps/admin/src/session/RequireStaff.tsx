import { useGetCurrentUser } from '@app/api-client'
import { type ReactNode, useEffect } from 'react'
import { loginUrl } from '../urls/api-origin.ts'
import { ErrorNotice, statusOf } from '../components/ErrorNotice.tsx'
import styles from '../components/ErrorNotice.module.css'
import { cameBackWithoutSession, noteSession, signInAgain } from './sign-in-again.ts'

/** Renders its children, and so loads their data, only after the auth call has succeeded. */
export function RequireStaff({ children }: { children: ReactNode }) {
  const session = useGetCurrentUser()
  const staff = session.data?.data
  const isSignedIn = Boolean(staff)
  const staffId = staff?.id
  useEffect(() => {
    if (staffId !== undefined) noteSession(staffId)
  }, [staffId])

  if (session.isPending) return <p role="status">Loading...</p>
  // If a later read fails, the screen stays, along with the user's text.
  if (!isSignedIn && session.isError && statusOf(session.error) !== 401) {
    return <ErrorNotice title="We couldn’t check whether you are signed in" query={session} />
  }
  // Any object counts as signed in; an empty response does not.
  if (isSignedIn) return children
  return cameBackWithoutSession() ? <CookieNotSent /> : <SignedOut />
}

/** Shown instead of an endless redirect between this page and the sign-in page. */
function CookieNotSent() {
  const { pathname, search } = window.location
  return (
    <div role="alert" className={styles.notice}>
      <h2 className={styles.title}>This browser isn’t staying signed in</h2>
      <p className={styles.reason}>
        It came back from the sign-in page without the session cookie. Allow cookies for {window.location.host},
        including third-party cookies, and turn off anything that may block them, such as private browsing or an
        extension. Then <a href={loginUrl(pathname + search)}>sign in again</a>.
      </p>
    </div>
  )
}

function SignedOut() {
  useEffect(signInAgain, [])
  const { pathname, search } = window.location
  return (
    <p>
      Taking you to the sign-in page. If nothing happens, <a href={loginUrl(pathname + search)}>sign in here</a>.
    </p>
  )
}
