import { defineEntity, p } from '@mikro-orm/core'
import { staffKey, type staffRoles } from './accounts.entity.ts'
import { insertedAt, instant, uuidKey } from './common-columns.ts'

/** A person who may create an account through a one-time link. Only the SHA-256 of its token is stored. */
export const StaffInvitationEntity = defineEntity({
  name: 'StaffInvitation',
  tableName: 'staff_invitation',
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    /** In lower case. Each email has at most one invitation. */
    email: p.string().length(254).unique('staff_invitation_email_unique'),
    name: p.string().length(200),
    /** The check below keeps every other text out. */
    role: p.string().length(20).$type<(typeof staffRoles)[number]>(),
    /** Name of the owner who created the link. */
    invitedBy: p.string().length(200),
    tokenHash: p.blob().columnType('bytea').unique('staff_invitation_token_hash_unique'),
    expiresAt: instant(),
  },
  checks: [{ name: 'staff_invitation_role_check', expression: `role in ('owner', 'editor', 'viewer')` }],
})

/** The one open link with which a person sets a new password. */
export const PasswordResetEntity = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_reset',
  properties: {
    staff: staffKey,
    tokenHash: p.blob().columnType('bytea').unique('password_reset_token_hash_unique'),
    expiresAt: instant(),
  },
})
