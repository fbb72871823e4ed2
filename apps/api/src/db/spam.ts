import { type EntityManager, UnderscoreNamingStrategy } from '@mikro-orm/postgresql'
import type { SpamRecord } from '@app/contract'
import type { Selection } from './columns.ts'
import type { crmColumns } from './crm-columns.ts'
import { countRowsUpTo, keysetPage, type Page, type PagedEntity } from './keyset-page.ts'
import { columns } from './typed-columns.ts'

const hiddenField = 'The hidden field was filled in'

/**
 * What is stored of a record's honeypot, a form field that people can neither see nor reach: whether it makes the record
 * spam, and why. A record that is spam is not sent to the CRM, so the reason is stored as its error.
 */
export function honeypot(text: string | null | undefined): { isSpam: boolean; crmError: string | null } {
  const filledIn = text?.trim()
  return filledIn ? { isSpam: true, crmError: `${hiddenField}: ${filledIn}` } : { isSpam: false, crmError: null }
}

/** The columns that change with the spam mark. */
interface SpamState {
  isSpam: boolean
  crmError: string | null
  crmEnqueuedAt: string | null
  crmSyncedAt: string | null
}

/**
 * Settles the CRM columns of a record whose spam mark changes. What the honeypot caught stays part of the reason. A record
 * that is freed before it was synced goes to the CRM: its job may have come to nothing while it was spam. Of two jobs of one
 * record, the second finds nothing to do.
 */
export function settledSpam<State extends SpamState>(before: SpamState, after: State, actor: { name: string }): State {
  if (before.isSpam === after.isSpam) return after
  const caught = new RegExp(`${hiddenField}: .*`, 's').exec(before.crmError ?? '')?.[0]
  if (after.isSpam) {
    const reasons = [`${actor.name} marked it as spam`, ...(caught === undefined ? [] : [caught])]
    return { ...after, crmError: reasons.join('. ').slice(0, 500) }
  }
  return { ...after, crmError: caught ?? null, crmEnqueuedAt: before.crmSyncedAt && before.crmEnqueuedAt }
}

const crmError = new UnderscoreNamingStrategy().propertyToColumnName('crmError' satisfies keyof typeof crmColumns)

/** SQL for the reason. Records of earlier releases have none. */
export const spamReason = `coalesce(${crmError}, '${hiddenField}')`

/** SQL for whether the honeypot alone caught a record, and no person marked it. */
export const isCaught = `${spamReason} like '${hiddenField}%'`

/** SQL for the error of a record that is not spam: why it once was is none. */
export const syncError = `case when not ${isCaught} then ${crmError} end`

/** Counting stops here: beyond it the exact number makes no difference to staff. */
const countCap = 10_000

interface SpamRequest {
  entity: PagedEntity & { properties: { isSpam: unknown } }
  selection: Selection<SpamRecord>
  limit: number
  cursor?: string
}

/** One page of an entity's spam, newest first. */
export function spamPage(
  em: EntityManager,
  { entity, selection, limit, cursor }: SpamRequest,
): Promise<Page<SpamRecord>> {
  const where = [columns(entity).isSpam]
  const total = () => countRowsUpTo(em, entity, where, countCap)
  return keysetPage(em, { entity, selection, limit, cursor, where, total })
}
