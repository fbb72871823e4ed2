import { randomUUIDv7 } from 'node:crypto'
import type { LeadInput, Touches } from '@app/contract'
import { fieldNames, leadFormFields } from '@app/labels'
import { storedAnswers } from '../../db/stored-answers.ts'
import { idempotentInsert, type Stored, storeOnce } from '../../db/idempotent-insert.ts'
import { caughtBy } from '../spam/spam.ts'
import type { EntityManager } from '../../entities/database.ts'
import type { Arrivals } from '../announcements/arrivals.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { type CampaignOf, touchKeys } from './touches/touch-keys.ts'

const leads = idempotentInsert(LeadEntity)

const answers = fieldNames(leadFormFields)

const touched = async (touches: Touches | undefined, campaignOf: CampaignOf) =>
  touches ? { touches, touchKeys: await touchKeys(touches, campaignOf) } : { touches: null, touchKeys: null }

/**
 * Stores a lead in one statement. Repeating a key returns the same response.
 * @throws {ProblemError} 422 when the key was used with another body.
 */
export async function createLead(
  em: EntityManager,
  { arrivals, campaignOf }: { arrivals: Arrivals; campaignOf: CampaignOf },
  { touches, ...lead }: LeadInput,
  idempotencyKey?: string,
): Promise<Stored> {
  // Only bots fill in the honeypot. They get the usual response, which reveals nothing.
  const caught = caughtBy(lead.website)
  const stored = await storeOnce(em, leads, {
    // Excludes touches: a visitor who browsed between two identical submissions still sent the same request.
    body: lead,
    key: idempotencyKey,
    row: { id: randomUUIDv7(), ...storedAnswers(lead, answers), ...caught, ...(await touched(touches, campaignOf)) },
  })
  if (stored.isNew && !caught.isSpam) arrivals.note('leads', stored.receipt.id)
  return stored
}
