import { type StaffRole, useGetCurrentUser } from '@app/api-client'
import { brand } from '@app/brand'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { Link, NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { ScreenBoundary } from '../components/ScreenBoundary.tsx'
import { basePath, canonicalPath, routes, type ScreenMeta } from '../urls/routes.ts'
import styles from './Screen.module.css'
import { EmptyNotice, ErrorNotice, statusOf } from '../components/Notices.tsx'
import { useHasRole } from '../session/use-staff.ts'
import { loginUrl } from '../urls/api-origin.ts'
import notice from '../components/ErrorNotice.module.css'
import { cameBackWithoutSession, noteSession, signInAgain } from '../session/sign-in-again.ts'

type Props = { meta: ScreenMeta; role?: StaffRole | undefined; children: ReactNode }

/** Shows the title immediately. The content below waits for the session and its code. */
export function Screen({ meta, role, children }: Props) {
  return (
    <>
      <Head {...meta} />
      <Title>{meta.title}</Title>
      <RequireStaff>
        <RequireRole role={role} title={meta.title}>
          <ScreenBoundary>
            <Suspense fallback={<p role="status">Loading...</p>}>{children}</Suspense>
          </ScreenBoundary>
        </RequireRole>
      </RequireStaff>
    </>
  )
}

/** React hoists these into the document's head. */
function Head({ title, description, keywords }: ScreenMeta) {
  const { pathname } = useLocation()
  const path = canonicalPath(`${basePath}${pathname}`)
  return (
    <>
      <title>{`${title} | ${brand.productName} admin`}</title>
      <meta name="description" content={description} />
      <meta name="keywords" content={keywords} />
      <link rel="canonical" href={window.location.origin + path} />
    </>
  )
}

/** Takes the focus after navigation inside the app, so that screen readers announce the new screen. */
function Title({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // Only the navigation that opened the screen counts: a filter that changes the URL must not take the focus.
  const arrival = useRef(useNavigationType())

  useEffect(() => {
    if (arrival.current !== NavigationType.Pop) heading.current?.focus()
  }, [])

  return (
    <h1 ref={heading} tabIndex={-1} className={styles.title}>
      {children}
    </h1>
  )
}

type RoleProps = { role: StaffRole | undefined; title: string; children: ReactNode }

/** Replaces a screen that the role may not open with a notice, so that no call is made that the API would reject. */
function RequireRole({ role, title, children }: RoleProps) {
  const hasRole = useHasRole()
  if (!role || hasRole(role)) return children
  const { account } = routes
  return (
    <EmptyNotice title={`Only ${role}s can open the ${title.toLowerCase()}`}>
      Ask an {role} if you need a change here. Your role and your own sign-ins are under{' '}
      <Link to={account.path}>{account.title}</Link>.
    </EmptyNotice>
  )
}

/** Renders its children, and so loads their data, only after the auth call has succeeded. */
function RequireStaff({ children }: { children: ReactNode }) {
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
    <div role="alert" className={notice.notice}>
      <h2 className={notice.title}>This browser isn’t staying signed in</h2>
      <p className={notice.reason}>
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
