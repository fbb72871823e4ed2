import { useGetAuthUser } from '@app/api-client'
import { type ReactNode, useEffect } from 'react'
import { loginUrl } from '../api-origin.ts'
import { ErrorNotice, statusOf } from '../layout/ErrorNotice.tsx'
import { signInAgain } from './sign-in-again.ts'

/** Renders nothing inside, and so loads no data, before the auth call has succeeded. */
export function RequireStaff({ children }: { children: ReactNode }) {
  const session = useGetAuthUser()

  if (session.isPending) return <p role="status">Loading...</p>
  if (session.isError && statusOf(session.error) !== 401) {
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
  if (session.isError || !session.data.data) return <SignedOut />
  return children
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
