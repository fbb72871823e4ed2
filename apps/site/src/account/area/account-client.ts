import { ApiError, getGetCurrentMemberQueryKey } from '@app/api-client'
import { createQueryClient } from '@app/ui/query-client'
import '../../forms/api-base-url.ts'

export const statusOf = (error: unknown): number | undefined => (error instanceof ApiError ? error.status : undefined)

/**
 * After a 401, checks once whether the member is still signed in. RequireMember acts on the result. A 401 of the check
 * itself triggers no further check.
 */
function checkSession(): void {
  const queryKey = getGetCurrentMemberQueryKey()
  if (accountClient.getQueryState(queryKey)?.status === 'success') {
    void accountClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
  }
}

/** The query client of the customer area. It is cleared when a member signs in or out. */
export const accountClient = createQueryClient({ onUnauthorized: checkSession })
