import type { InboxItem, Message, Volume } from '@app/contract'
import { defineEntity, p } from '@mikro-orm/core'
import { TextArray } from '../db/text-array.ts'
import { LeadImportEntity, LeadEntity } from './leads.entity.ts'
import { SampleRequestEntity } from './samples.entity.ts'
import { StaffUserEntity } from './accounts.entity.ts'
import { WorkspaceEntity } from './customers.entity.ts'
import { PieceEventEntity } from './pieces.entity.ts'
import type { MessageContent } from './message-content.ts'
import { indexOn, insertedAt, instant, oneOf, uuidKey } from './common-columns.ts'

/** A Slack channel or a webhook. */
export const MessageTargetEntity = defineEntity({
  name: 'MessageTarget',
  tableName: 'message_target',
  indexes: [{ properties: ['workspace'], where: 'workspace_id is not null' }],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    /** The workspace of the customer that owns the webhook. Null for targets of staff. */
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id').nullable().deleteRule('cascade'),
    name: p.string().length(60),
    kind: oneOf('kind', 10, ['slack', 'webhook']),
    url: p.string().length(500),
    /** The event types of a customer's webhook. Null means all types. */
    eventTypes: p.type(TextArray).nullable(),
    /** Signs messages to a webhook. Signing needs the secret itself, so it cannot be stored as a hash. */
    secret: p.string().length(100).nullable(),
    /** The previous secret, followed by the oldest one that still signs, if any. They also sign for a day. */
    formerSecret: p.string().length(100).nullable(),
    formerUntil: instant().nullable(),
    isActive: p.boolean().default(true),
    version: p.integer().default(1),
  },
})

/** Notifies recipients of matching records over a channel. */
export const NotificationRuleEntity = defineEntity({
  name: 'NotificationRule',
  tableName: 'notification_rule',
  properties: {
    id: uuidKey(),
    /** The rule applies to records that arrive after this time. */
    createdAt: insertedAt(),
    /** Null means everyone. */
    staff: () => p.manyToOne(StaffUserEntity).joinColumn('staff_id').nullable().deleteRule('cascade').index(),
    event: p.string().length(20).$type<'lead' | 'sample_request' | 'digest'>(),
    condition: p.string().length(10).$type<'all' | 'mine' | 'volume'>(),
    /** The smallest volume band. */
    volume: p.string().length(20).$type<Volume>().nullable(),
    channel: p.string().length(10).$type<'inbox' | 'mail' | 'target'>(),
    target: () => p.manyToOne(MessageTargetEntity).joinColumn('target_id').nullable().deleteRule('cascade').index(),
    version: p.integer().default(1),
  },
})

/**
 * A mail, a Slack message, or a webhook, ours or a customer's. The table is its own outbox: `enqueuedAt` is empty until
 * the relay picks a row up. Every attempt sends the same id, so that a receiver can drop duplicates.
 */
export const MessageEntity = defineEntity({
  name: 'Message',
  tableName: 'message',
  indexes: [
    { properties: ['createdAt', 'id'] },
    { name: 'message_staff_index', properties: ['createdAt', 'id'], where: 'workspace_id is null' },
    { properties: ['status', 'createdAt', 'id'], where: 'workspace_id is null' },
    {
      name: 'message_due_index',
      properties: ['notBefore'],
      where: `status = 'waiting' and enqueued_at is null and workspace_id is null`,
    },
    { name: 'message_target_id_index', properties: ['target', 'createdAt', 'id'], where: 'target_id is not null' },
    {
      name: 'message_waiting_index',
      properties: ['target', 'id'],
      where: `status = 'waiting' and enqueued_at is null and workspace_id is not null`,
    },
    {
      name: 'message_queued_index',
      properties: ['target'],
      where: `status = 'waiting' and enqueued_at is not null and workspace_id is not null`,
    },
    {
      name: 'message_confirmation_index',
      expression: indexOn(() => `(lower(recipient), created_at) where kind = 'confirmation'`),
    },
    { properties: ['lead'], where: 'lead_id is not null' },
    { properties: ['sampleRequest'], where: 'sample_request_id is not null' },
    { properties: ['workspace'], where: 'workspace_id is not null' },
  ],
  uniques: [
    { name: 'message_piece_event_index', properties: ['pieceEvent', 'target'], where: 'piece_event_id is not null' },
  ],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    channel: oneOf('channel', 10, ['mail', 'slack', 'webhook']),
    kind: p.string().length(20).$type<Message['kind'] | 'piece'>(),
    /** An email address, or the target's name at that time. */
    recipient: p.string().length(254),
    target: () => p.manyToOne(MessageTargetEntity).joinColumn('target_id').nullable().deleteRule('set null'),
    /** The customer that owns the webhook. Null for our own messages. */
    workspace: () => p.manyToOne(WorkspaceEntity).joinColumn('workspace_id').nullable().deleteRule('cascade'),
    /** The subject of the message, which is deleted with the record. */
    lead: () => p.manyToOne(LeadEntity).joinColumn('lead_id').nullable().deleteRule('cascade'),
    sampleRequest: () =>
      p.manyToOne(SampleRequestEntity).joinColumn('sample_request_id').nullable().deleteRule('cascade'),
    /** The piece event that the webhook's body is made from. */
    pieceEvent: () => p.manyToOne(PieceEventEntity).joinColumn('piece_event_id').nullable().deleteRule('cascade'),
    /** The actor, with the name at that time. Null for a rule. */
    actorAccount: () => p.manyToOne(StaffUserEntity).joinColumn('actor_id').nullable().deleteRule('set null'),
    actor: p.string().length(200).nullable(),
    subject: p.string().length(300),
    content: p.json<MessageContent>(),
    status: oneOf('status', 10, ['waiting', 'sent', 'failed', 'canceled']).default('waiting'),
    attempts: p.integer().default(0),
    /** Why the last attempt failed, worded for staff. */
    error: p.string().length(500).nullable(),
    notBefore: instant().nullable(),
    enqueuedAt: instant().nullable(),
    sentAt: instant().nullable(),
    idempotencyKey: p.string().length(64).nullable().unique(),
  },
})

/** A notification for a member of staff. */
export const InboxItemEntity = defineEntity({
  name: 'InboxItem',
  tableName: 'inbox_item',
  indexes: [
    { properties: ['staff', 'createdAt', 'id'] },
    { name: 'inbox_item_unread_index', properties: ['staff', 'createdAt', 'id'], where: 'read_at is null' },
    { properties: ['lead'], where: 'lead_id is not null' },
    { properties: ['sampleRequest'], where: 'sample_request_id is not null' },
    { properties: ['leadImport'], where: 'import_id is not null' },
  ],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    staff: () => p.manyToOne(StaffUserEntity).joinColumn('staff_id').deleteRule('cascade'),
    kind: p.string().length(20).$type<InboxItem['kind']>(),
    lead: () => p.manyToOne(LeadEntity).joinColumn('lead_id').nullable().deleteRule('cascade'),
    sampleRequest: () =>
      p.manyToOne(SampleRequestEntity).joinColumn('sample_request_id').nullable().deleteRule('cascade'),
    leadImport: () => p.manyToOne(LeadImportEntity).joinColumn('import_id').nullable().deleteRule('cascade'),
    /** Name of the actor. */
    actor: p.string().length(200).nullable(),
    readAt: instant().nullable(),
  },
})

/** The id of the single row below. */
export const leadRoutingSettingId = '00000000-0000-4000-8000-000000000001'

/** One row: the routing of new leads. */
export const LeadRoutingSettingEntity = defineEntity({
  name: 'LeadRoutingSetting',
  tableName: 'lead_routing_setting',
  properties: {
    id: p.uuid().primary(),
    confirmsVisitors: p.boolean().default(false),
    /** Emails requesters when their samples are sent. Off until an owner turns it on. */
    mailsRequesters: p.boolean().default(false),
    /** Accounts that new leads are assigned to in turn. */
    assigneeIds: p.json<string[]>().defaultRaw(`'[]'`),
    version: p.integer().default(1),
  },
})

/** One row: how far workers have searched for new records and changes. */
export const NoticeStateEntity = defineEntity({
  name: 'NoticeState',
  tableName: 'notice_state',
  properties: {
    id: p.integer().primary().autoincrement(false),
    leadsUntil: insertedAt(),
    samplesUntil: insertedAt(),
    changesUntil: insertedAt(),
    /** The last day whose digest was sent. */
    digestOn: p.date().defaultRaw('current_date'),
    /** The assignee of the last lead, for round robin. */
    lastAssignee: p.uuid().nullable(),
  },
  checks: [{ name: 'notice_state_id_check', expression: 'id = 1' }],
})

/** A record or change that was noticed, kept for a day in case the clock is set back. */
export const NoticedArrivalEntity = defineEntity({
  name: 'NoticedArrival',
  tableName: 'noticed_arrival',
  properties: {
    id: p.uuid().primary(),
    arrivedAt: instant().index(),
  },
})

/** A reply with merge fields. */
export const ReplyTemplateEntity = defineEntity({
  name: 'ReplyTemplate',
  tableName: 'reply_template',
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    name: p.string().length(60),
    subject: p.string().length(200),
    body: p.text(),
    version: p.integer().default(1),
  },
})
