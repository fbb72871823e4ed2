import { randomUUIDv7 } from 'node:crypto'
import type { CampaignLink, CampaignLinkInput, StaffUser } from '@app/contract'
import { now } from '../../db/database-clock.ts'
import { seenVersion, stale } from '../../db/if-match.ts'
import { codeOf, invalidMember, notFound } from '../../errors.ts'
import { type EntityManager, tables } from '../database.ts'
import { randomBase62 } from '../keys/base62.ts'
import { readLink } from './campaigns.queries.ts'

/** 3.5 trillion codes. A QR code with it is as small as one with six characters. */
const codeLength = 7
const uniqueViolation = '23505'

/** @throws {ProblemError} 400 for an address that no browser would open. The pattern has refused everything but https. */
function checkTarget(target: string): void {
  if (!URL.canParse(target, 'https://site.example')) throw invalidMember('/target', 'must be an address')
}

const rowOf = ({ piece, ...input }: CampaignLinkInput) => ({ ...input, piece: piece?.trim() || null })

export async function createLink(
  em: EntityManager,
  staff: StaffUser,
  input: CampaignLinkInput,
  origin: string,
): Promise<CampaignLink> {
  checkTarget(input.target)
  const id = randomUUIDv7()
  for (let attempt = 1; ; attempt += 1) {
    try {
      await tables(em)
        .insertInto('campaign_link')
        .values({ id, code: randomBase62(codeLength), createdBy: staff.name, ...rowOf(input) })
        .execute()
      return await readLink(em, id, origin)
    } catch (error) {
      if (codeOf(error) !== uniqueViolation || attempt === 3) throw error
    }
  }
}

/** @throws {ProblemError} 404 when no link has this id, 412 when it has changed since it was read. */
export async function updateLink(
  em: EntityManager,
  id: string,
  input: CampaignLinkInput,
  { ifMatch, origin }: { ifMatch: string | undefined; origin: string },
): Promise<CampaignLink> {
  checkTarget(input.target)
  await em.transactional(async (transaction) => {
    const link = await tables(transaction)
      .selectFrom('campaign_link')
      .select('version')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!link) throw notFound('campaign link')
    const seen = seenVersion(ifMatch)
    if (seen !== null && seen !== link.version) throw stale()
    await tables(transaction)
      .updateTable('campaign_link')
      .set({ ...rowOf(input), version: link.version + 1, changedAt: now })
      .where('id', '=', id)
      .execute()
  })
  return readLink(em, id, origin)
}
