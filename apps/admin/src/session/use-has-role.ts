import type { StaffRole } from '@app/api-client'
import { useStaff } from './use-staff.ts'

/**
 * Whether the signed-in person has at least the given role. A response without a role counts as an editor's, because
 * the API checks every call anyway.
 */
export function useHasRole(): (least: StaffRole) => boolean {
  const role = useStaff()?.role
  return (least) => {
    if (least === 'owner') return role === 'owner'
    return least === 'viewer' || role !== 'viewer'
  }
}
