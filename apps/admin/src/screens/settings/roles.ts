import type { StaffRole } from '@app/api-client'

export const roles = [
  { value: 'owner', label: 'Owner' },
  { value: 'editor', label: 'Editor' },
  { value: 'viewer', label: 'Viewer' },
] as const satisfies { value: StaffRole; label: string }[]

export const roleText = (role: string): string => roles.find(({ value }) => value === role)?.label ?? role

/** What each role may do, for the dialogs that assign one. */
export const roleMeanings: Record<StaffRole, string> = {
  owner: 'Does everything, these settings included.',
  editor: 'Works leads, samples and prices.',
  viewer: 'Reads everything but these settings, and changes nothing.',
}
