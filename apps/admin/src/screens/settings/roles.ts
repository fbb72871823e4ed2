import type { StaffRole } from '@app/api-client'

export const roles = [
  { value: 'owner', label: 'Owner' },
  { value: 'editor', label: 'Editor' },
  { value: 'viewer', label: 'Viewer' },
] as const satisfies { value: StaffRole; label: string }[]

export const roleText = (role: string): string => roles.find(({ value }) => value === role)?.label ?? role

/** The permissions of each role, for the dialogs that assign one. */
export const roleMeanings: Record<StaffRole, string> = {
  owner: 'Full access, including these settings.',
  editor: 'Can edit leads, samples, and prices.',
  viewer: 'Read-only access to everything except these settings.',
}
