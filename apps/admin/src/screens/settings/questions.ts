import type { StaffAccount, StaffInvitation } from '@app/api-client'

/** A change that has to be confirmed, and the person it is about. */
export type AccountQuestion = { kind: 'disable' | 'enable' | 'reset' | 'second-factor'; account: StaffAccount }
export type InvitationQuestion = { kind: 'renew' | 'revoke'; invitation: StaffInvitation }
