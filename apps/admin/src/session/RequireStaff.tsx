import { useGetAuthUser } from '@app/api-client'
import { type ReactNode, useEffect } from 'react'
import { loginUrl } from '../urls/api-origin.ts'
import { ErrorNotice, statusOf } from '../components/ErrorNotice.tsx'
import styles from '../components/ErrorNotice.module.css'
import { cameBackWithoutSession, noteSession, signInAgain } from './sign-in-again.ts'

/** Renders nothing inside, and so loads no data, before the auth call has succeeded. */
export function RequireStaff({ children }: { children: ReactNode }) {
  const session = useGetAuthUser()
  const staff = session.data?.data
  const isSignedIn = Boolean(staff)
  const staffId = staff?.id
  useEffect(() => {
    if (staffId !== undefined) noteSession(staffId)
  }, [staffId])

  if (session.isPending) return <p role="status">Loading...</p>
  // A read that fails later takes no screen away, with what is typed in it.
  if (!isSignedIn && session.isError && statusOf(session.error) !== 401) {
    return (
      <ErrorNotice
        title="We could not check that you are signed in"
        error={session.error}
        onRetry={() => void session.refetch()}
        isRetrying={session.isFetching}
      />
    )
  }
  // Any object counts as signed in; an empty answer does not.
  if (isSignedIn) return children
  return cameBackWithoutSession() ? <CookieNotSent /> : <SignedOut />
}

/** Instead of going back and forth between this page and the sign-in page. */
function CookieNotSent() {
  const { pathname, search } = window.location
  return (
    <div role="alert" className={styles.notice}>
      <h2 className={styles.title}>This browser does not stay signed in</h2>
      <p className={styles.reason}>
        It came back from the sign-in page, but does not send the cookie that says who you are. Allow cookies for{' '}
        {window.location.host}, also third-party ones if the browser tells them apart, and turn off what may block them,
        such as a private window or an extension. Then <a href={loginUrl(pathname + search)}>sign in again</a>.
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
