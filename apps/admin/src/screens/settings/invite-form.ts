import type { StaffInvitationInput, StaffRole } from '@app/api-client'

export type InviteForm = { name: string; email: string; role: StaffRole }

export const emptyInvite: InviteForm = { name: '', email: '', role: 'viewer' }

export const toInvitation = ({ name, email, role }: InviteForm): StaffInvitationInput => ({
  name: name.trim(),
  email: email.trim(),
  role,
})

export const inviteRules = {
  name: (value: string) => (value.trim() ? null : 'Name is required'),
  email(value: string) {
    if (!value.trim()) return 'Email is required'
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value.trim()) ? null : 'Please enter a valid email'
  },
}
