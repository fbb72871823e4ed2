import type { StaffAccount, StaffInvitation } from '@app/api-client'

/** What is asked before it is done, and about whom. */
export type AccountQuestion = { kind: 'disable' | 'enable' | 'reset'; account: StaffAccount }
export type InvitationQuestion = { kind: 'renew' | 'revoke'; invitation: StaffInvitation }
