import { defineEntity, p } from '@mikro-orm/core'
import { insertedAt, instant, uuidKey } from './common-columns.ts'

/** A customer that mails pieces and is invoiced for them. */
export const CustomerAccountEntity = defineEntity({
  name: 'CustomerAccount',
  tableName: 'customer_account',
  indexes: [{ properties: ['createdAt', 'id'] }],
  uniques: [{ name: 'customer_account_lead_id_index', properties: ['leadId'], where: 'lead_id is not null' }],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    name: p.string().length(200),
    billingName: p.string().length(200),
    billingEmail: p.string().length(254),
    /** Maximum number of pieces per month. Null means only the price list's limit applies. */
    monthlyCap: p.integer().nullable(),
    /** A suspended account cannot send pieces. */
    suspended: p.boolean().default(false),
    /**
     * The lead that the account was opened from. No foreign key, because the lead may be deleted while the account is
     * kept.
     */
    leadId: p.uuid().nullable(),
    version: p.integer().default(1),
  },
})

/** A person who signs in to the customer area of an account. */
export const CustomerMemberEntity = defineEntity({
  name: 'CustomerMember',
  tableName: 'customer_member',
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    account: () => p.manyToOne(CustomerAccountEntity).joinColumn('account_id').deleteRule('cascade').index(),
    /** Lowercase. An address belongs to one account. */
    email: p.string().length(254).unique(),
    name: p.string().length(200),
    /** Name of the person who invited them. */
    invitedBy: p.string().length(200),
    lastSignInAt: instant().nullable(),
  },
})

/**
 * Owner of all print API data: keys, templates, assets, proofs, and pieces. An account has a test and a live workspace, and each
 * sandbox key has its own, so test data and live data never mix.
 */
export const WorkspaceEntity = defineEntity({
  name: 'Workspace',
  tableName: 'workspace',
  uniques: [{ properties: ['account', 'mode'] }],
  properties: {
    id: uuidKey(),
    /** Null for a sandbox key's workspace. */
    account: () => p.manyToOne(CustomerAccountEntity).joinColumn('account_id').nullable().deleteRule('cascade'),
    mode: p.string().length(10).$type<'sandbox' | 'test' | 'live'>(),
  },
  checks: [
    {
      name: 'workspace_mode_check',
      expression: `(mode = 'sandbox' and account_id is null) or (mode in ('test', 'live') and account_id is not null)`,
    },
  ],
})
