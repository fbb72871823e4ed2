import { randomUUIDv7 } from 'node:crypto'
import type { WebhookDelivery, WebhookInput, WebhookPatch, Webhook, WebhookWithSecret } from '@app/contract'
import { closeBreakers } from '../../jobs/circuit-breaker.ts'
import { notFound, ProblemError } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import type { Actor } from '../changes/record-type.ts'
import { recordAccountEvent } from '../customers/account-events.ts'
import { fieldFault } from '../print/field-fault.ts'
import { resendMessage } from './message-log.service.ts'
import { cancelWaiting, rotateSecret, urlFault } from './targets.service.ts'
import { newWebhookSecret } from './webhook-signature.ts'
import { getDelivery, getWebhook, maxWebhooks, type OfWorkspace } from './webhooks.queries.ts'

/** @throws {ProblemError} 400 for a URL that may not be called */
function assertUrl(address: string, privateRanges: readonly string[]): void {
  const fault = urlFault(address, privateRanges)
  if (!fault) return
  throw new ProblemError(400, 'invalid_input', 'The URL of the webhook cannot be called.', {
    errors: [
      fieldFault('/Url', {
        code: 'value_not_allowed',
        detail: `The URL ${fault}.`,
        found: address,
        allowed: 'a public address that begins with https://',
        remedy: 'Send the public URL of your receiver, without a username or password.',
      }),
    ],
  })
}

/** The host identifies a webhook in the history, which never stores the full URL: it may contain a secret. */
const hostOf = (url: string) => new URL(url).host.slice(0, 60)

/** Locks the account of a workspace, so that webhooks are counted one at a time. Returns its id. */
async function lockAccountOf(transaction: EntityManager, workspace: string): Promise<string> {
  const { account } = await tables(transaction)
    .selectFrom('workspace')
    .select('account')
    .where('id', '=', workspace)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow()
  if (account === null) throw notFound('account')
  return account
}

/** @throws {ProblemError} 400 for a URL that may not be called, 409 at the maximum number of webhooks */
export function createWebhook(
  em: EntityManager,
  actor: Actor,
  workspace: OfWorkspace,
  { Url: url, Types: eventTypes = null }: WebhookInput,
  privateRanges: readonly string[],
): Promise<WebhookWithSecret> {
  assertUrl(url, privateRanges)
  return em.transactional(async (transaction) => {
    const account = await lockAccountOf(transaction, workspace.id)
    const db = tables(transaction)
    const others = await db.selectFrom('message_target').select('id').where('workspace', '=', workspace.id).execute()
    if (others.length >= maxWebhooks) {
      throw new ProblemError(
        409,
        'limit_reached',
        `You’ve reached the maximum of ${maxWebhooks} webhooks. Delete one first.`,
      )
    }
    const [id, secret, webhook] = [randomUUIDv7(), newWebhookSecret(), hostOf(url)]
    await db
      .insertInto('message_target')
      .values({ id, workspace: workspace.id, name: webhook, kind: 'webhook', url, eventTypes, secret })
      .execute()
    await recordAccountEvent(transaction, actor, account, 'webhook_create', {
      after: { webhook, mode: workspace.mode, types: eventTypes },
    })
    return { Webhook: await getWebhook(transaction, workspace, id), Secret: secret }
  })
}

/**
 * Changes a webhook, and retries its waiting deliveries immediately. @throws {ProblemError} 404, 400 as for a new one
 */
export function updateWebhook(
  em: EntityManager,
  actor: Actor,
  workspace: OfWorkspace,
  { id, patch: { Url: url, Types: eventTypes, Active: isActive } }: { id: string; patch: WebhookPatch },
  privateRanges: readonly string[],
): Promise<Webhook> {
  if (url !== undefined) assertUrl(url, privateRanges)
  return em.transactional(async (transaction) => {
    const account = await lockAccountOf(transaction, workspace.id)
    const before = await getWebhook(transaction, workspace, id)
    const newUrl = url ?? before.Url
    const types = eventTypes === undefined ? before.Types : eventTypes
    const active = isActive ?? before.Active
    await tables(transaction)
      .updateTable('message_target')
      .set({ url: newUrl, name: hostOf(newUrl), eventTypes: types, isActive: active })
      .where('id', '=', id)
      .execute()
    if (active) await closeBreakers(transaction, [id])
    else await cancelWaiting(transaction, id, 'The webhook was turned off.')
    await recordAccountEvent(transaction, actor, account, 'webhook_update', {
      before: {
        ...(newUrl !== before.Url && { webhook: hostOf(before.Url) }),
        types: before.Types,
        isActive: before.Active,
      },
      after: { webhook: hostOf(newUrl), types, isActive: active },
    })
    return getWebhook(transaction, workspace, id)
  })
}

/** @throws {ProblemError} 404 */
export const deleteWebhook = (em: EntityManager, actor: Actor, workspace: OfWorkspace, id: string): Promise<void> =>
  em.transactional(async (transaction) => {
    const account = await lockAccountOf(transaction, workspace.id)
    const { Url: url } = await getWebhook(transaction, workspace, id)
    await cancelWaiting(transaction, id, 'The webhook was deleted.')
    await tables(transaction).deleteFrom('message_target').where('id', '=', id).execute()
    const before = { webhook: hostOf(url), mode: workspace.mode }
    await recordAccountEvent(transaction, actor, account, 'webhook_delete', { before })
  })

/** @throws {ProblemError} 404 */
export const rotateWebhookSecret = (em: EntityManager, actor: Actor, workspace: OfWorkspace, id: string) =>
  em.transactional(async (transaction): Promise<{ Secret: string }> => {
    const account = await lockAccountOf(transaction, workspace.id)
    const { secret, url } = await rotateSecret(transaction, id, workspace.id)
    const after = { webhook: hostOf(url), mode: workspace.mode }
    await recordAccountEvent(transaction, actor, account, 'webhook_rotate_secret', { after })
    return { Secret: secret }
  })

/** Puts a test event into the outbox. @throws {ProblemError} 404 */
export async function testWebhook(em: EntityManager, workspace: OfWorkspace, id: string): Promise<WebhookDelivery> {
  const { Url: url, Active: isActive } = await getWebhook(em, workspace, id)
  const message = randomUUIDv7()
  await tables(em)
    .insertInto('message')
    .values({
      id: message,
      channel: 'webhook',
      kind: 'test',
      recipient: hostOf(url),
      target: id,
      workspace: workspace.id,
      subject: 'test',
      content: { paragraphs: [], event: { type: 'test', timestamp: new Date().toISOString(), data: {} } },
      // Otherwise it would wait until the webhook is activated.
      ...(!isActive && { status: 'canceled', error: 'The webhook is inactive.' }),
    })
    .execute()
  return getDelivery(em, workspace.id, message)
}

/** Sends a delivery again, under the same id. @throws {ProblemError} 404 */
export async function resendDelivery(em: EntityManager, workspace: OfWorkspace, id: string): Promise<WebhookDelivery> {
  await resendMessage(em, id, workspace.id)
  // Includes a delivery that was already waiting, which is then tried immediately.
  const waiting = await tables(em)
    .updateTable('message')
    .set({ notBefore: null })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('target')
    .executeTakeFirst()
  if (waiting?.target) await closeBreakers(em, [waiting.target])
  return getDelivery(em, workspace.id, id)
}
