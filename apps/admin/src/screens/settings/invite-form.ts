import type { StaffInvitationInput, StaffRole } from '@app/api-client'
import { emailRule, requiredLine } from '../../components/text-rules.ts'

export type InviteForm = { name: string; email: string; role: StaffRole }

export const emptyInvite: InviteForm = { name: '', email: '', role: 'viewer' }

export const toInvitation = ({ name, email, role }: InviteForm): StaffInvitationInput => ({
  name: name.trim(),
  email: email.trim(),
  role,
})

export const inviteRules = {
  name: requiredLine('Name is required'),
  email: emailRule,
}
