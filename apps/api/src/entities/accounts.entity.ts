import { defineEntity, p } from '@mikro-orm/core'
import { CustomerMemberEntity } from './customers.entity.ts'
import { insertedAt, instant, oneOf, uuidKey } from './common-columns.ts'
import { TextArray } from '../db/text-array.ts'

export const staffRoles = ['owner', 'editor', 'viewer'] as const

/** An account of the admin app. */
export const StaffUserEntity = defineEntity({
  name: 'StaffUser',
  tableName: 'staff_user',
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    /** Lowercase, so that an address has only one account. */
    email: p.string().length(254).unique(),
    name: p.string().length(200),
    /** argon2id, as a PHC string. */
    passwordHash: p.string().length(300),
    role: oneOf('role', 20, staffRoles),
    disabledAt: instant().nullable(),
    lastSignInAt: instant().nullable(),
  },
})

/** The key of a table with one row per staff member. */
const staffKey = () =>
  p.oneToOne(StaffUserEntity).owner().joinColumn('staff_id').primary().deleteRule('cascade').updateRule('no action')

/** The owner of a row: a member of staff, or a member of a customer's account. */
const ownerProperties = {
  staff: () => p.manyToOne(StaffUserEntity).joinColumn('staff_id').nullable().deleteRule('cascade').index(),
  member: () => p.manyToOne(CustomerMemberEntity).joinColumn('member_id').nullable().deleteRule('cascade').index(),
}

const hasOneOwner = 'num_nonnulls(staff_id, member_id) = 1'

/**
 * One signed-in browser. Only the SHA-256 of its id is stored, so a copy of this table gives no access. The table was
 * named when only staff could sign in.
 */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'staff_session',
  checks: [{ name: 'staff_session_owner_check', expression: hasOneOwner }],
  properties: {
    idHash: p.blob().primary().columnType('bytea'),
    /** Identifies the session in lists. Unrelated to the id in the cookie. */
    id: p.uuid().defaultRaw('gen_random_uuid()').unique(),
    ...ownerProperties,
    createdAt: insertedAt(),
    /** Last use, accurate to a minute. */
    seenAt: insertedAt(),
    /** Browser and system in plain words. The full user agent is not stored. */
    browser: p.string().length(60).nullable(),
    /** Network that started the session, for the sign-in history. */
    network: p.string().length(50).nullable(),
  },
})

/** A person who may create an account through a one-time link. Only the SHA-256 of its token is stored. */
export const StaffInvitationEntity = defineEntity({
  name: 'StaffInvitation',
  tableName: 'staff_invitation',
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    /** Lowercase. Each email has at most one invitation. */
    email: p.string().length(254).unique(),
    name: p.string().length(200),
    role: oneOf('role', 20, staffRoles),
    /** Name of the owner who created the link. */
    invitedBy: p.string().length(200),
    tokenHash: p.blob().columnType('bytea').unique(),
    expiresAt: instant(),
  },
})

/** The only open link for setting a person's new password. */
export const PasswordResetEntity = defineEntity({
  name: 'PasswordReset',
  tableName: 'password_reset',
  properties: {
    staff: staffKey,
    tokenHash: p.blob().columnType('bytea').unique(),
    expiresAt: instant(),
  },
})

/**
 * A token for calling staff operations from programs. Only its SHA-256 is stored, so a copy of this table gives no
 * access.
 */
export const StaffTokenEntity = defineEntity({
  name: 'StaffToken',
  tableName: 'staff_token',
  indexes: [{ properties: ['staff', 'createdAt', 'id'] }],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    staff: () => p.manyToOne(StaffUserEntity).joinColumn('staff_id').deleteRule('cascade'),
    name: p.string().length(60),
    /** The beginning of the token, for recognizing it. */
    prefix: p.string().length(20),
    hash: p.blob().columnType('bytea').unique(),
    scopes: p.type(TextArray),
    expiresAt: instant(),
    /** Last use, accurate to a minute. */
    lastUsedAt: instant().nullable(),
  },
})

/** A sign-in attempt. It contains no email and no full IP address. */
export const SignInEntity = defineEntity({
  name: 'SignIn',
  tableName: 'sign_in',
  indexes: [
    { properties: ['createdAt', 'id'] },
    { properties: ['staff', 'createdAt', 'id'] },
    { properties: ['member', 'createdAt', 'id'] },
  ],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    /** Null when no account has the email, and for a customer's member. */
    staff: () => p.manyToOne(StaffUserEntity).joinColumn('staff_id').nullable().deleteRule('cascade'),
    member: () => p.manyToOne(CustomerMemberEntity).joinColumn('member_id').nullable().deleteRule('cascade'),
    outcome: oneOf('outcome', 20, ['signed_in', 'refused', 'limited']),
    method: oneOf('method', 20, ['password', 'sso', 'link', 'passkey']),
    /** The second factor that was used. */
    factor: p.string().length(20).nullable(),
    network: p.string().length(50),
    /**
     * More than 1 when rate-limited attempts of the same minute share a row, so that a flood does not fill the table.
     */
    attempts: p.integer().default(1),
  },
})

/** The authenticator app of an account. Secrets are sealed, so that a copy of this table generates no codes. */
export const StaffAuthenticatorEntity = defineEntity({
  name: 'StaffAuthenticator',
  tableName: 'staff_authenticator',
  properties: {
    staff: staffKey,
    /** Null until it is confirmed. */
    secret: p.blob().columnType('bytea').nullable(),
    /** The secret that is shown but not confirmed yet. */
    pending: p.blob().columnType('bytea').nullable(),
    addedAt: instant().nullable(),
    /** The half minute of the last used code. Neither it nor an earlier one is accepted again. */
    lastStep: p.bigint('number').defaultRaw('0'),
    /** Consecutive wrong codes. */
    failures: p.integer().default(0),
    failedAt: instant().nullable(),
  },
})

/** A one-time sign-in code. Only its SHA-256 is stored: 80 random bits need no slow hash. */
export const RecoveryCodeEntity = defineEntity({
  name: 'RecoveryCode',
  tableName: 'staff_recovery_code',
  properties: {
    hash: p.blob().primary().columnType('bytea'),
    staff: () => p.manyToOne(StaffUserEntity).joinColumn('staff_id').deleteRule('cascade').index(),
    createdAt: insertedAt(),
    usedAt: instant().nullable(),
  },
})

/** A passkey, on a device or in a password manager, that signs in without a password. We store its public key. */
export const PasskeyEntity = defineEntity({
  name: 'Passkey',
  tableName: 'staff_passkey',
  checks: [{ name: 'staff_passkey_owner_check', expression: hasOneOwner }],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    ...ownerProperties,
    name: p.string().length(60),
    credentialId: p.string().length(1400).unique(),
    publicKey: p.blob().columnType('bytea'),
    /** The authenticator's signature counter. 0 when it has no counter. */
    counter: p.bigint('number').defaultRaw('0'),
    transports: p.type(TextArray).default([]),
    lastUsedAt: instant().nullable(),
  },
})

/** A pending sign-in. Only the SHA-256 of its token is stored. */
export const SignInChallengeEntity = defineEntity({
  name: 'SignInChallenge',
  tableName: 'sign_in_challenge',
  properties: {
    hash: p.blob().primary().columnType('bytea'),
    createdAt: insertedAt(),
    expiresAt: instant().defaultRaw(`(now() + '00:10:00'::interval)`).index(),
    kind: p.string().length(20),
    /** The account that passed the first step. Both are null until then. */
    ...ownerProperties,
  },
})
