import { type StaffRole, useGetAuthUser } from '@app/api-client'

/**
 * Whether the person who is signed in has at least a given role. An answer without a role counts as an editor's, because
 * the API checks every call anyway. Reads the cached answer to RequireStaff's call and makes no call of its own.
 */
export function useHasRole(): (least: StaffRole) => boolean {
  const role = useGetAuthUser({ query: { enabled: false } }).data?.data?.role
  return (least) => {
    if (least === 'owner') return role === 'owner'
    return least === 'viewer' || role !== 'viewer'
  }
}
