import { randomUUIDv7 } from 'node:crypto'
import { type SandboxContact, type SandboxKeyWithSecret, type SandboxKeyUsage, type StaffUser } from '@app/contract'
import { leadSource, sandboxLeadSource } from '@app/brand'
import { daysFromNow, now } from '../../../db/sql.ts'
import { ofAccounts, ProblemError, refusedBearer } from '../../../errors/errors.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { createLead } from '../../leads/leads.service.ts'
import type { Arrivals } from '../../announcements/arrivals.ts'
import { keyFormat, keyHash } from '../../keys/key-format.ts'
import { seal, unseal } from '../../keys/sealed-secret.ts'
import type { PrintCaller } from '../caller.ts'
import { findByKeyHash } from './keys.queries.ts'
import { type KeyedWrite, type Written, writeOnce } from '../write-once.ts'
import { appendEvent } from '../../changes/append-changes.ts'
import { getKeyUse } from '../admin/print-admin.queries.ts'

/** Lifetime of a sandbox key, and of its templates, images, and proofs. */
export const sandboxDays = 14

export const sandboxKeys = keyFormat('sandbox_')

/** The formats of account keys. The prefix shows the mode. */
export const accountKeys = { test: keyFormat('test_'), live: keyFormat('live_') }

const formats = [sandboxKeys, accountKeys.test, accountKeys.live]

const scopes: SandboxKeyWithSecret['Scopes'] = ['proofs', 'templates', 'assets']

interface KeyRequest {
  caller: PrintCaller
  idempotencyKey: string | undefined
  /** The first one seals a response that is stored for repeated requests. */
  secrets: readonly string[]
}

const sealedFor = 'sandbox key'

/** Creates a key with its own workspace. Only the response contains the key in plain text. */
export async function createSandboxKey(
  em: EntityManager,
  { caller, idempotencyKey, secrets }: KeyRequest,
): Promise<Written<SandboxKeyWithSecret>> {
  const write = { operation: 'createSandboxKey', caller, idempotencyKey, request: {} } as const
  const { response: sealed, isNew } = await writeOnce(em, write, async () => async (transaction) => {
    const created = Buffer.from(JSON.stringify(await addKey(transaction)))
    return seal(secrets, sealedFor, created).toString('base64')
  })
  const opened = unseal(secrets, sealedFor, Buffer.from(sealed, 'base64'))
  if (!opened) throw new Error('A sandbox key that was just found cannot be unsealed')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- It was sealed above.
  return { response: JSON.parse(opened.plain.toString()) as SandboxKeyWithSecret, isNew }
}

async function addKey(transaction: EntityManager): Promise<SandboxKeyWithSecret> {
  const { key, prefix } = sandboxKeys.newKey()
  const id = randomUUIDv7()
  const db = tables(transaction)
  await db.insertInto('workspace').values({ id, mode: 'sandbox' }).execute()
  const { expiresAt } = await db
    .insertInto('print_key')
    .values({ id, workspace: id, prefix, hash: keyHash(key), scopes, expiresAt: daysFromNow(sandboxDays) })
    .returning('expiresAt')
    .executeTakeFirstOrThrow()
  return { Id: id, Key: key, Prefix: prefix, Scopes: scopes, ExpiresAt: expiresAt?.toISOString() ?? '' }
}

/**
 * Reads the key of a request from the database, so revoking it takes effect with the next request. Records its use once
 * a minute.
 * @throws {ProblemError} 401 when it is unknown, expired, or revoked.
 */
export async function findKey(em: EntityManager, secret: string) {
  const canBeKey = formats.some((format) => format.canBeKey(secret))
  const key = canBeKey ? await findByKeyHash(em, keyHash(secret)) : undefined
  if (!key) throw refusedBearer('invalid_key', 'This key does not exist. Check that you copied all of it.')
  const { isExpired, isRevoked, isStale, workspaceId, mode, ...found } = key
  if (isRevoked) {
    const remedy = mode === 'sandbox' ? 'Contact us if you need another one.' : ofAccounts
    throw refusedBearer('key_revoked', `This key was revoked. ${remedy}`)
  }
  if (isExpired) {
    const remedy = mode === 'sandbox' ? 'Get a new one from POST /v1/sandbox-keys.' : 'Use the key that replaced it.'
    throw refusedBearer('key_expired', `This key has expired. ${remedy}`)
  }
  if (isStale) {
    await tables(em)
      .updateTable('print_key')
      .set({ lastUsedAt: now })
      .where('id', '=', found.id)
      .execute()
      // A caller with a valid key is served even while the database is read-only.
      .catch(() => {})
  }
  return { ...found, workspace: { id: workspaceId, mode } }
}

/** Turns the holder of a key into a lead, once per key. */
export const leaveContact = (em: EntityManager, arrivals: Arrivals, write: KeyedWrite, contact: SandboxContact) =>
  writeOnce(em, { ...write, operation: 'createSandboxKeyContact', request: contact }, async () => {
    await addContact(em, arrivals, write.caller.workspaceId, contact)
    return async () => null
  })

async function addContact(
  em: EntityManager,
  arrivals: Arrivals,
  keyId: string,
  { FirstName: firstName, LastName: lastName, Email: email, Company: company }: SandboxContact,
): Promise<void> {
  const key = await tables(em).selectFrom('print_key').select('leadId').where('id', '=', keyId).executeTakeFirst()
  // The id of an account key differs from its workspace's id. Members of accounts are known already.
  if (!key || key.leadId) return
  const contact = { firstName, lastName, email, ...(company && { company }) }
  const input = { ...contact, leadSource, source: sandboxLeadSource }
  const services = { arrivals, campaignOf: async () => undefined }
  try {
    // Uses the key's id as the idempotency key, so two concurrent calls create one lead.
    const { receipt } = await createLead(em, services, input, keyId)
    await tables(em).updateTable('print_key').set({ leadId: receipt.id }).where('id', '=', keyId).execute()
  } catch (error) {
    // A concurrent call with a different contact came first.
    if (!(error instanceof ProblemError && error.status === 422)) throw error
  }
}

/**
 * Revokes a key permanently and records who did it, in one transaction. Revoking it again changes nothing.
 * @throws {ProblemError} 404 when no key has this id.
 */
export async function revokeKey(em: EntityManager, staff: StaffUser, id: string): Promise<SandboxKeyUsage> {
  await em.transactional(async (transaction) => {
    const revoked = await tables(transaction)
      .updateTable('print_key')
      .set({ revokedAt: now, revokedBy: staff.name })
      .where('id', '=', id)
      .where('workspace', 'in', (eb) => eb.selectFrom('workspace').select('id').where('mode', '=', 'sandbox'))
      .where('revokedAt', 'is', null)
      .returning('prefix')
      .executeTakeFirst()
    if (!revoked) return
    await appendEvent(transaction, staff, 'accounts', {
      recordType: 'sandbox_key',
      recordId: null,
      action: 'sandbox_key_revoke',
      after: { prefix: revoked.prefix },
    })
  })
  return getKeyUse(em, id)
}
