import { randomUUIDv7 } from 'node:crypto'
import type { SandboxContact, SandboxKeyWithSecret } from '@app/contract'
import { leadSource, sandboxLeadSource } from '@app/brand'
import { daysFromNow, now } from '../../../db/database-clock.ts'
import { ProblemError } from '../../../errors/errors.ts'
import { type EntityManager, tables } from '../../../entities/database.ts'
import { createLead } from '../../leads/leads.service.ts'
import type { Arrivals } from '../../announcements/arrivals.ts'
import { keyFormat, keyHash } from '../../keys/key-format.ts'
import { findByKeyHash } from './keys.queries.ts'

/** How long a key of the sandbox works, and how long what it made is kept. */
export const sandboxDays = 14

export const sandboxKeys = keyFormat('sandbox_')

const scopes: SandboxKeyWithSecret['Scopes'] = ['proofs', 'templates', 'assets']

/** A new key. The answer alone holds it. */
export async function createSandboxKey(em: EntityManager): Promise<SandboxKeyWithSecret> {
  const { key, prefix } = sandboxKeys.newKey()
  const { id, expiresAt } = await tables(em)
    .insertInto('print_key')
    .values({
      id: randomUUIDv7(),
      prefix,
      hash: keyHash(key),
      scopes,
      expiresAt: daysFromNow(sandboxDays),
    })
    .returning(['id', 'expiresAt'])
    .executeTakeFirstOrThrow()
  return { Id: id, Key: key, Prefix: prefix, Scopes: scopes, ExpiresAt: expiresAt.toISOString() }
}

const refused = (code: 'invalid_key' | 'key_revoked' | 'key_expired', detail: string) =>
  new ProblemError(401, code, detail)

/**
 * The key of a request, as the database knows it now: revoking it takes effect with the next request. Its use is written
 * down once a minute instead of once a request.
 * @throws {ProblemError} 401 when it is unknown, has expired or was revoked.
 */
export async function findKey(em: EntityManager, secret: string) {
  const key = sandboxKeys.canBeKey(secret) ? await findByKeyHash(em, keyHash(secret)) : undefined
  if (!key) throw refused('invalid_key', 'This key does not exist. Check that you copied all of it.')
  const { isExpired, isRevoked, isStale, ...found } = key
  if (isRevoked) throw refused('key_revoked', 'This key was revoked. Contact us if you need another one.')
  if (isExpired) throw refused('key_expired', 'This key has expired. Get a new one from POST /v1/sandbox-keys.')
  if (isStale) {
    await tables(em)
      .updateTable('print_key')
      .set({ lastUsedAt: now })
      .where('id', '=', found.id)
      .execute()
      // A caller with a working key is served, even while nothing can be written.
      .catch(() => {})
  }
  return found
}

/** Makes the holder of a key a lead, once for each key. */
export async function leaveContact(
  em: EntityManager,
  arrivals: Arrivals,
  keyId: string,
  { FirstName, LastName, Email, Company }: SandboxContact,
): Promise<void> {
  const { leadId } = await tables(em)
    .selectFrom('print_key')
    .select('leadId')
    .where('id', '=', keyId)
    .executeTakeFirstOrThrow()
  if (leadId) return
  const input = { firstName: FirstName, lastName: LastName, email: Email, ...(Company && { company: Company }) }
  // The key's id as the idempotency key: two calls at once are one lead.
  const { id } = await createLead(
    em,
    { arrivals, campaignOf: () => undefined },
    { ...input, leadSource, source: sandboxLeadSource },
    keyId,
  ).catch((error: unknown) => {
    // Another call with another contact was a moment earlier.
    if (error instanceof ProblemError && error.status === 422) return { id: undefined }
    throw error
  })
  if (!id) return
  await tables(em).updateTable('print_key').set({ leadId: id }).where('id', '=', keyId).execute()
}
