import { defineEntity, p } from '@mikro-orm/core'
import { CustomerMemberEntity } from './customers.entity.ts'
import { insertedAt, instant, uuidKey } from './common-columns.ts'

export const staffRoles = ['owner', 'editor', 'viewer'] as const

/** An account of the admin app. */
export const StaffUserEntity = defineEntity({
  name: 'StaffUser',
  tableName: 'staff_user',
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    /** In lower case, so that an address has only one account. */
    email: p.string().length(254).unique('staff_user_email_unique'),
    name: p.string().length(200),
    /** argon2id, as a PHC string. */
    passwordHash: p.string().length(300),
    /** The check below keeps every other text out. */
    role: p.string().length(20).$type<(typeof staffRoles)[number]>(),
    disabledAt: instant().nullable(),
    lastSignInAt: instant().nullable(),
  },
  checks: [{ name: 'staff_user_role_check', expression: `role in ('owner', 'editor', 'viewer')` }],
})

/** The key of a table with one row for each member of staff. */
export const staffKey = () =>
  p.oneToOne(StaffUserEntity).owner().joinColumn('staff_id').primary().deleteRule('cascade').updateRule('no action')

/** The owner of a row: a member of staff, or a member of a customer's account. */
export const ownerProperties = (tableName: string) => ({
  staff: () =>
    p
      .manyToOne(StaffUserEntity)
      .joinColumn('staff_id')
      .nullable()
      .deleteRule('cascade')
      .index(`${tableName}_staff_id_index`),
  member: () =>
    p
      .manyToOne(CustomerMemberEntity)
      .joinColumn('member_id')
      .nullable()
      .deleteRule('cascade')
      .index(`${tableName}_member_id_index`),
})

/** A row has one of the two owners. */
export const ownerCheck = (tableName: string) => ({
  name: `${tableName}_owner_check`,
  expression: 'num_nonnulls(staff_id, member_id) = 1',
})

/**
 * One signed-in browser. Only the SHA-256 of its id is stored, so a copy of this table gives no access. The table got its name
 * when only staff could sign in.
 */
export const SessionEntity = defineEntity({
  name: 'Session',
  tableName: 'staff_session',
  checks: [ownerCheck('staff_session')],
  properties: {
    idHash: p.blob().primary().columnType('bytea'),
    /** Names it in lists. It has nothing to do with the id in the cookie. */
    id: p.uuid().defaultRaw('gen_random_uuid()').unique('staff_session_id_unique'),
    ...ownerProperties('staff_session'),
    createdAt: insertedAt(),
    /** Last use, accurate to a minute. */
    seenAt: insertedAt(),
    /** In plain words. The full user agent is not stored. */
    browser: p.string().length(60).nullable(),
    /** Network that started the session, for the sign-in history. */
    network: p.string().length(50).nullable(),
  },
})
