import { defineEntity, p } from '@mikro-orm/core'
import { type FirstReply, LeadStage, LostReason, type Touches } from '@app/contract'
import { sql } from 'kysely'
import { prepared, textOf, columns, type Fragment } from '../db/sql.ts'
import { crmColumns } from './crm-columns.ts'
import { phoneKey } from '../db/folded-text.ts'
import { addedTexts, textProperties } from '../db/migrations/added-texts.ts'
import { searchedText } from '../db/migrations/searched-text.ts'
import { spamColumns } from './spam-columns.ts'
import {
  forgetsChanges,
  idempotencyColumns,
  indexOn,
  insertedAt,
  instant,
  oneOf,
  triggerOf,
  uuidKey,
} from './common-columns.ts'
import { StaffUserEntity } from './accounts.entity.ts'

/** The searched text of leads. */
export const searchedLead = searchedText('lead')

/** A day from the year 2000 on, as text that sorts by date. */
export const dayKey = (day: Fragment): Fragment => sql`lpad((${day} - date '2000-01-01')::text, 6, '0')`

/** A demo request. It is its own outbox for the CRM: `crmEnqueuedAt` is empty until the relay picks it up. */
export const LeadEntity = defineEntity({
  name: 'Lead',
  tableName: 'lead',
  triggers: [
    // These triggers adjust the facts when a counted lead changes or is deleted.
    triggerOf('lead_fact_follow_update', 'update', 'lead-facts.ts'),
    triggerOf('lead_fact_follow_delete', 'delete', 'lead-facts.ts'),
    forgetsChanges('lead'),
  ],
  indexes: [
    { properties: ['createdAt', 'id'] },
    { name: 'lead_crm_waiting_index', properties: ['id'], where: 'crm_enqueued_at is null and not is_spam' },
    { properties: ['status', 'createdAt', 'id'] },
    { properties: ['industry', 'createdAt', 'id'] },
    { properties: ['volume', 'createdAt', 'id'] },
    { properties: ['source', 'createdAt', 'id'] },
    // Most of these indexes skip leads without pipeline fields.
    { name: 'lead_owner_index', properties: ['ownerId', 'createdAt', 'id'], where: 'owner_id is not null' },
    { name: 'lead_stage_index', properties: ['stage', 'createdAt', 'id'], where: `stage <> 'new'` },
    { name: 'lead_untaken_index', properties: ['createdAt', 'id'], where: `owner_id is null or stage = 'new'` },
    { name: 'lead_merged_index', properties: ['mergedInto'], where: 'merged_into is not null' },
    { name: 'lead_first_reply_index', properties: ['createdAt', 'id'], where: 'first_reply_at is not null' },
    { name: 'lead_import_id_index', properties: ['importId', 'createdAt', 'id'], where: 'import_id is not null' },
    { name: 'lead_name_index', expression: indexOn((): string => `(${textOf(leadKeys.name)}, created_at, id)`) },
    { name: 'lead_company_index', expression: indexOn((): string => `(${textOf(leadKeys.company)}, created_at, id)`) },
    { name: 'lead_due_order_index', expression: indexOn((): string => `(${textOf(leadKeys.due)}, created_at, id)`) },
    {
      name: 'lead_phone_index',
      expression: indexOn((): string => `(${textOf(phoneKey(lead.phone))}) where phone is not null`),
    },
    {
      name: 'lead_person_index',
      expression: indexOn(() => `(lower(company), lower(first_name || ' ' || last_name)) where company is not null`),
    },
    { name: 'lead_email_index', expression: indexOn(() => '(lower(email))') },
    { name: 'lead_spam_index', properties: ['createdAt', 'id'], where: 'is_spam' },
    { name: 'lead_words_index', expression: indexOn(() => `using gin ((${textOf(searchedLead)}) gin_trgm_ops)`) },
    { name: 'lead_touch_keys_index', type: 'gin', properties: ['touchKeys'], where: 'touch_keys is not null' },
  ],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    firstName: p.string().length(200),
    lastName: p.string().length(200),
    email: p.string().length(254),
    company: p.string().length(200).nullable(),
    phone: p.string().length(200).nullable(),
    message: p.text().nullable(),
    industry: p.string().length(40).nullable(),
    volume: p.string().length(40).nullable(),
    /** The product that created the lead: "{product} Website". */
    leadSource: p.string().length(200),
    /** Label of the page that the form was on. */
    source: p.string().length(200),
    /** new, synced, sync_failed, or a status from the CRM. */
    status: p.string().length(40).default('new'),
    ...idempotencyColumns(64),
    ...spamColumns,
    ...crmColumns,
    crmLeadId: p.uuid().nullable(),
    /** The account that works on the lead. No foreign key, because every new lead would pay for the check. */
    ownerId: p.uuid().nullable(),
    /** Pipeline stage set by staff, independent of the CRM status. */
    stage: oneOf('stage', 12, LeadStage.enum).default('new'),
    lostReason: oneOf('lost_reason', 200, LostReason.enum).nullable(),
    lostNote: p.string().length(200).nullable(),
    /** Value of a lead that staff won, in US cents. */
    wonCents: p.bigint('number').nullable(),
    nextStep: p.string().length(200).nullable(),
    nextStepOn: p.date().nullable(),
    /** The lead that this one was merged into. A merged lead is neither listed nor counted. */
    mergedInto: p.uuid().nullable(),
    /** Incremented with each change of the pipeline fields above; callers name it in If-Match. */
    version: p.integer().default(1),
    /** When staff first replied by email from the staff app. */
    firstReplyAt: instant().nullable(),
    /** How the visitor found the site, as sent with the form. Null when unknown. */
    touches: p.json<Touches>().nullable(),
    /** Attribution keys for lists and counts, derived from the touches: see touch-keys.ts. */
    touchKeys: p.array().nullable(),
    ...textProperties(addedTexts.lead),
    /**
     * The import that created the lead; null for a lead that a visitor submitted. No foreign key, for the same reason
     * as above.
     */
    importId: p.uuid().nullable(),
  },
})

const lead = columns(LeadEntity)

/** Leads that are listed and counted. */
export const isListed = prepared(sql`not ${lead.isSpam} and ${lead.mergedInto} is null`)

/** Leads that staff or the CRM marked as won, unless the CRM marked them as lost. */
export const isWon = prepared(sql`(${lead.status} = 'won' or ${lead.stage} = 'won') and ${lead.status} <> 'lost'`)

const hours = (count: number) => sql`interval ${sql.lit(`${count} hours`)}`
const reply = (value: FirstReply) => sql.lit(value)

/** How long a lead waited for its first reply. */
export const firstReplyOf = ({
  firstReplyAt,
  createdAt,
}: Readonly<Record<'firstReplyAt' | 'createdAt', Fragment>>): Fragment =>
  sql`case when ${firstReplyAt} is null then ${reply('none')}
           when ${firstReplyAt} <= ${createdAt} + ${hours(1)} then ${reply('hour')}
           when ${firstReplyAt} <= ${createdAt} + ${hours(24)} then ${reply('day')}
           when ${firstReplyAt} <= ${createdAt} + ${hours(72)} then ${reply('three_days')}
           else ${reply('later')} end`

/** Sort keys: texts of at most sixty characters. Indexes and queries use the same expressions. */
export const leadKeys = {
  name: prepared(sql`left(lower(${lead.firstName} || ' ' || ${lead.lastName}), 60)`),
  // Leads without a company come last.
  company: prepared(sql`left(coalesce('0' || lower(${lead.company}), '1'), 60)`),
  // Already short. Its index also serves the filter.
  status: lead.status,
  // Leads without a day come last.
  due: prepared(sql`coalesce(${dayKey(lead.nextStepOn)}, 'none')`),
}

/**
 * Lead counts by day of the business time zone. Each lead counts in one row of several kinds; a kind leaves its unused
 * columns empty. An empty text also means null.
 */
export const LeadFactEntity = defineEntity({
  name: 'LeadFact',
  tableName: 'lead_fact',
  properties: {
    /** One of `factKinds` in lead-facts.ts, or the kind of an attribution key such as `last.campaign`. */
    kind: p.string().length(14).primary(),
    /** -infinity when all days are counted together. */
    day: p.date().primary(),
    /** The name within the kind: a source, an owner, a reason, a time, or an attribution value. */
    name: p.string().length(200).primary(),
    status: p.string().length(40).primary(),
    stage: p.string().length(12).primary(),
    industry: p.string().length(40).primary(),
    volume: p.string().length(40).primary(),
    /** Won by staff or in the CRM, unless marked as lost in the CRM. */
    won: p.boolean().primary(),
    leads: p.bigint('number'),
    /** Won leads with a value. */
    valued: p.bigint('number'),
    /** The sum of these values in US cents. */
    cents: p.bigint('number'),
  },
})

/** One row: leads that arrived before `countedUntil` are in the facts, by days of `timeZone`. */
export const LeadFactStateEntity = defineEntity({
  name: 'LeadFactState',
  tableName: 'lead_fact_state',
  properties: {
    id: p.integer().primary().autoincrement(false),
    countedUntil: instant(),
    timeZone: p.string().length(60),
    /** When all facts were last compared with the leads. */
    checkedAt: insertedAt(),
  },
  checks: [{ name: 'lead_fact_state_id_check', expression: 'id = 1' }],
})

/**
 * A file of leads that staff imported. The file itself is never stored; its rows become leads that refer to this row.
 */
export const LeadImportEntity = defineEntity({
  name: 'LeadImport',
  tableName: 'lead_import',
  indexes: [{ properties: ['createdAt', 'id'] }],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    fileName: p.string().length(200),
    /** The account that imported the file, and the person's name at that time. */
    staff: () => p.manyToOne(StaffUserEntity).joinColumn('staff_id').nullable().deleteRule('set null'),
    staffName: p.string().length(200),
    /** Leads that were created, and rows that were skipped as duplicates. */
    rows: p.integer(),
    skipped: p.integer(),
    /** Rows of the file that could not become leads. */
    leftOut: p.integer().default(0),
    /** False marks the import's leads as queued from the start, so they are never sent to the CRM. */
    sendsToCrm: p.boolean(),
    undoneAt: instant().nullable(),
    undoneBy: p.string().length(200).nullable(),
    ...idempotencyColumns(64),
  },
})

/** Filters, sort order, and columns of the lead list, saved under a name. */
export const LeadViewEntity = defineEntity({
  name: 'LeadView',
  tableName: 'lead_view',
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    staff: () => p.manyToOne(StaffUserEntity).joinColumn('staff_id').deleteRule('cascade').index(),
    name: p.string().length(60),
    /** The query string of the list in the staff app. */
    query: p.string().length(1000),
    isShared: p.boolean().default(false),
    version: p.integer().default(1),
  },
})
