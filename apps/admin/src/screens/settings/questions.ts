import type { StaffAccount, StaffInvitation } from '@app/api-client'

/** A change to confirm, and the person it affects. */
export type AccountQuestion = { kind: 'disable' | 'enable' | 'reset' | 'second-factor'; account: StaffAccount }
export type InvitationQuestion = { kind: 'renew' | 'revoke'; invitation: StaffInvitation }
