import { defineEntity, p } from '@mikro-orm/core'
import { TextArray } from '../db/text-array.ts'
import { ownerCheck, ownerProperties, staffKey, StaffUserEntity } from './accounts.entity.ts'
import { insertedAt, instant, uuidKey } from './common-columns.ts'

/** The authenticator app of an account. Secrets are sealed, so that a copy of this table makes no codes. */
export const StaffAuthenticatorEntity = defineEntity({
  name: 'StaffAuthenticator',
  tableName: 'staff_authenticator',
  properties: {
    staff: staffKey,
    /** Null until it is confirmed. */
    secret: p.blob().columnType('bytea').nullable(),
    /** Shown and not confirmed yet. */
    pending: p.blob().columnType('bytea').nullable(),
    addedAt: instant().nullable(),
    /** The half minute whose code was used last. Neither it nor an earlier one is accepted again. */
    lastStep: p.bigint('number').defaultRaw('0'),
    /** Wrong codes in a row. */
    failures: p.integer().default(0),
    failedAt: instant().nullable(),
  },
})

/** A code that signs in once. Only its SHA-256 is stored: 80 random bits need no slow hash. */
export const RecoveryCodeEntity = defineEntity({
  name: 'RecoveryCode',
  tableName: 'staff_recovery_code',
  properties: {
    hash: p.blob().primary().columnType('bytea'),
    staff: () =>
      p
        .manyToOne(StaffUserEntity)
        .joinColumn('staff_id')
        .deleteRule('cascade')
        .index('staff_recovery_code_staff_id_index'),
    createdAt: insertedAt(),
    usedAt: instant().nullable(),
  },
})

/** A key of a device or of a password manager that signs in without a password. We have its public half. */
export const PasskeyEntity = defineEntity({
  name: 'Passkey',
  tableName: 'staff_passkey',
  checks: [ownerCheck('staff_passkey')],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    ...ownerProperties('staff_passkey'),
    name: p.string().length(60),
    credentialId: p.string().length(1400).unique('staff_passkey_credential_id_unique'),
    publicKey: p.blob().columnType('bytea'),
    /** The authenticator's signature counter. 0 when it has no counter. */
    counter: p.bigint('number').defaultRaw('0'),
    transports: p.type(TextArray).default([]),
    lastUsedAt: instant().nullable(),
  },
})

/** A sign-in that is half done. Only the SHA-256 of its token is stored. */
export const SignInChallengeEntity = defineEntity({
  name: 'SignInChallenge',
  tableName: 'sign_in_challenge',
  properties: {
    hash: p.blob().primary().columnType('bytea'),
    createdAt: insertedAt(),
    expiresAt: instant().defaultRaw(`(now() + '00:10:00'::interval)`).index('sign_in_challenge_expires_at_index'),
    kind: p.string().length(20),
    /** The account that passed the first step. Both are null before it. */
    ...ownerProperties('sign_in_challenge'),
  },
})
