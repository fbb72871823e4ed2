import type { StaffRole } from '@app/api-client'
import { brand } from '@app/brand'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom'
import { ScreenBoundary } from '../components/ScreenBoundary.tsx'
import { RequireRole } from '../session/RequireRole.tsx'
import { RequireStaff } from '../session/RequireStaff.tsx'
import { basePath, canonicalPath, type ScreenMeta } from '../urls/routes.ts'
import styles from './Screen.module.css'

type Props = { meta: ScreenMeta; role: StaffRole; children: ReactNode }

/** Shows the title at once; the content below it waits for the session and for its code. */
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
