import type { StaffRole } from '@app/api-client'
import { labelOf, optionsOf } from '@app/labels'

const roleLabels: Record<StaffRole, string> = { owner: 'Owner', editor: 'Editor', viewer: 'Viewer' }

export const roles = optionsOf(roleLabels)

export const roleText = (role: string): string => labelOf(roleLabels, role)

/** The permissions of each role, for the dialogs that assign one. */
export const roleMeanings: Record<StaffRole, string> = {
  owner: 'Full access, including these settings.',
  editor: 'Can edit leads, samples, and prices.',
  viewer: 'Read-only access to everything except these settings.',
}
