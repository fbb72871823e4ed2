import type { StaffRole } from '@app/api-client'
import { useStaff } from './use-staff.ts'

/**
 * Returns a function that checks whether the user has at least the given role. A response without a role counts as an
 * editor's, because the API checks every request anyway.
 */
export function useHasRole(): (least: StaffRole) => boolean {
  const role = useStaff()?.role
  return (least) => {
    if (least === 'owner') return role === 'owner'
    return least === 'viewer' || role !== 'viewer'
  }
}
