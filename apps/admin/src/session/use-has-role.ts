import { type StaffRole, useGetCurrentUser } from '@app/api-client'

/**
 * Whether the signed-in person has at least the given role. A response without a role counts as an editor's, because
 * the API checks every call anyway. Reads the cached response to RequireStaff's call and makes no call of its own.
 */
export function useHasRole(): (least: StaffRole) => boolean {
  const role = useGetCurrentUser({ query: { enabled: false } }).data?.data?.role
  return (least) => {
    if (least === 'owner') return role === 'owner'
    return least === 'viewer' || role !== 'viewer'
  }
}
