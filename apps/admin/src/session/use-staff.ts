import { type StaffRole, type StaffUser, useGetCurrentUser } from '@app/api-client'

/** The signed-in account, from the response to RequireStaff's call. Makes no call of its own. */
export const useStaff = (): StaffUser | undefined => useGetCurrentUser({ query: { enabled: false } }).data?.data

/**
 * Returns a function that checks whether the user has at least the given role. A response without a role counts as an
 * editor's, because the API checks every request anyway.
 */
export function useHasRole(): (least?: StaffRole) => boolean {
  const role = useStaff()?.role
  return (least = 'viewer') => {
    if (least === 'owner') return role === 'owner'
    return least === 'viewer' || role !== 'viewer'
  }
}

/** Viewers only read; editors and owners also write. */
export const useCanEdit = (): boolean => useHasRole()('editor')

/** Only owners manage accounts and the CRM connection. */
export const useIsOwner = (): boolean => useHasRole()('owner')
