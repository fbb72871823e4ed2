import { type Input, type PieceMode, type Webhook, WebhookDelivery } from '@app/contract'
import { sql } from 'kysely'
import { now, instantText, columns, type Fragment, select, table } from '../../db/sql.ts'
import { keysetPage, type Page } from '../../db/keyset-page.ts'
import { notFound } from '../../errors/errors.ts'
import type { EntityManager } from '../../entities/database.ts'
import { MessageEntity } from '../../entities/messages.entity.ts'
import { PieceEventEntity } from '../../entities/pieces.entity.ts'
import { targetRows } from './target-rows.ts'

export interface OfWorkspace {
  id: string
  mode: PieceMode
}

export const maxWebhooks = 10

export async function listWebhooks(em: EntityManager, { id: workspace, mode }: OfWorkspace): Promise<Webhook[]> {
  const found = await targetRows(em)
    .select(['target.eventTypes', 'target.createdAt'])
    .select((eb) =>
      sql<
        string | null
      >`${instantText(sql`case when ${eb('target.formerUntil', '>', now)} then ${eb.ref('target.formerUntil')} end`)}`.as(
        'formerUntil',
      ),
    )
    .where('target.workspace', '=', workspace)
    .orderBy('target.createdAt')
    .orderBy('target.id')
    .limit(maxWebhooks)
    .execute()
  return found.map(({ id, url, eventTypes, isActive, createdAt, openUntil, formerUntil }) => ({
    Id: id,
    Mode: mode,
    Url: url,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The contract checked the stored types.
    Types: eventTypes as Webhook['Types'],
    Active: isActive,
    PausedUntil: openUntil?.toISOString() ?? null,
    FormerSecretUntil: formerUntil,
    CreatedAt: createdAt.toISOString(),
  }))
}

/** @throws {ProblemError} 404 when the workspace has no such webhook */
export async function getWebhook(em: EntityManager, workspace: OfWorkspace, id: string): Promise<Webhook> {
  const found = (await listWebhooks(em, workspace)).find((webhook) => webhook.Id === id)
  if (!found) throw notFound('webhook')
  return found
}

const message = columns(MessageEntity, MessageEntity.tableName)
const event = columns(PieceEventEntity, 'event')

const ofEvent = (value: Fragment) =>
  sql`(select ${value} from ${table(PieceEventEntity)} as event where ${event.id} = ${message.pieceEvent})`

const isFailing = sql`${message.status} = 'waiting' and ${message.attempts} > 0`

const shown = select(MessageEntity, WebhookDelivery, {
  Id: message.id,
  Type: sql`case when ${message.kind} = 'test' then 'test' else ${message.subject} end`,
  PieceId: ofEvent(event.piece),
  Number: ofEvent(event.number),
  Status: message.status,
  Attempts: message.attempts,
  Error: message.error,
  NextAttemptAt: instantText(sql`case when ${isFailing} then greatest(${message.notBefore}, now()) end`),
  SentAt: instantText(message.sentAt),
  CreatedAt: instantText(message.createdAt),
})

const countCap = 1_000

/** One page of a webhook's deliveries, sent and waiting, newest first. @throws {ProblemError} 404 */
export async function listDeliveries(
  em: EntityManager,
  workspace: OfWorkspace,
  id: string,
  { Status: status, limit, cursor }: Input<'listWebhookDeliveries'>['query'],
): Promise<Page<WebhookDelivery>> {
  await getWebhook(em, workspace, id)
  const where = [sql`${message.target} = ${id}`, ...(status ? [sql`${message.status} = ${status}`] : [])]
  return keysetPage(em, { entity: MessageEntity, selection: shown, where, limit, cursor, countCap })
}

/** @throws {ProblemError} 404 when the workspace has no such delivery */
export const getDelivery = (em: EntityManager, workspace: string, id: string): Promise<WebhookDelivery> =>
  shown.readOne(em, sql`where ${message.id} = ${id} and ${message.workspace} = ${workspace}`, () =>
    notFound('delivery'),
  )
