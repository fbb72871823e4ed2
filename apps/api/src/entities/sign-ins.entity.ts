import { defineEntity, p } from '@mikro-orm/core'
import { StaffUserEntity } from './accounts.entity.ts'
import { CustomerMemberEntity } from './customers.entity.ts'
import { insertedAt, uuidKey } from './common-columns.ts'

/** An attempt to sign in. It contains no email and no full IP address. */
export const SignInEntity = defineEntity({
  name: 'SignIn',
  tableName: 'sign_in',
  indexes: [
    { name: 'sign_in_created_at_id_index', properties: ['createdAt', 'id'] },
    { name: 'sign_in_staff_id_created_at_id_index', properties: ['staff', 'createdAt', 'id'] },
    { name: 'sign_in_member_id_created_at_id_index', properties: ['member', 'createdAt', 'id'] },
  ],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    /** Null when no account has the email, and for a member of a customer's account. */
    staff: () => p.manyToOne(StaffUserEntity).joinColumn('staff_id').nullable().deleteRule('cascade'),
    member: () => p.manyToOne(CustomerMemberEntity).joinColumn('member_id').nullable().deleteRule('cascade'),
    outcome: p.string().length(20),
    method: p.string().length(20),
    /** The second factor. */
    factor: p.string().length(20).nullable(),
    network: p.string().length(50),
    /** More than 1 when rate-limited attempts of one minute share a row, so that a flood does not fill the table. */
    attempts: p.integer().default(1),
  },
  checks: [
    { name: 'sign_in_outcome_check', expression: `outcome in ('signed_in', 'refused', 'limited')` },
    { name: 'sign_in_method_check', expression: `method in ('password', 'sso', 'link', 'passkey')` },
  ],
})
