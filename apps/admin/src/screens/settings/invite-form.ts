import type { StaffInvitationInput, StaffRole } from '@app/api-client'
import { isEmail } from '@app/contract/formats'
import { requiredLine } from '../../components/text-rules.ts'

export type InviteForm = { name: string; email: string; role: StaffRole }

export const emptyInvite: InviteForm = { name: '', email: '', role: 'viewer' }

export const toInvitation = ({ name, email, role }: InviteForm): StaffInvitationInput => ({
  name: name.trim(),
  email: email.trim(),
  role,
})

export const inviteRules = {
  name: requiredLine('Name is required'),
  email(value: string) {
    if (!value.trim()) return 'Email is required'
    return isEmail(value.trim()) ? null : 'Please enter a valid email'
  },
}
