import { ApiError, getGetCurrentMemberQueryKey } from '@app/api-client'
import { createQueryClient } from '@app/ui/query-client'
import { focusManager } from '@tanstack/react-query'
import '../../forms/api-base-url.ts'

export const statusOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.status : undefined)

/**
 * After a 401, checks once whether the member is still signed in, and RequireMember acts on the result. A 401 of the check
 * itself triggers no further check.
 */
function checkSession(): void {
  const queryKey = getGetCurrentMemberQueryKey()
  if (accountClient.getQueryState(queryKey)?.status === 'success') {
    void accountClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
  }
}

/** The data of the customer area. It is cleared when a member signs in or out. */
export const accountClient = createQueryClient({ onUnauthorized: checkSession })

// Programs and colleagues change what the screens show. They reload when the member returns from another window, such as a terminal,
// not just from another tab. No other query of the site does.
accountClient.setDefaultOptions({
  queries: { ...accountClient.getDefaultOptions().queries, refetchOnWindowFocus: 'always' },
})
focusManager.setEventListener((onFocus) => {
  const listener = () => onFocus()
  addEventListener('focus', listener)
  document.addEventListener('visibilitychange', listener)
  return () => {
    removeEventListener('focus', listener)
    document.removeEventListener('visibilitychange', listener)
  }
})
