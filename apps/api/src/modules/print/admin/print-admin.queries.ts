import { FindingCount, type Input, type PrintStats, RenderTime, SandboxKeyUsage } from '@app/contract'
import { type RawBuilder, sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow, reader, columns, type Fragment, select, table, instantText, startOfDay } from '../../../db/sql.ts'
import { countRowsUpTo, keysetPage, type Page } from '../../../db/keyset-page.ts'
import { notFound } from '../../../errors/errors.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { LeadEntity } from '../../../entities/leads.entity.ts'
import {
  PrintAssetEntity,
  PrintKeyEntity,
  PrintTemplateEntity,
  PrintProofEntity,
  PrintFindingCountEntity,
  PrintProofCountEntity,
} from '../../../entities/print.entity.ts'
import { addDays, dayOf } from '../../samples/business-days.ts'
import { readProofQueue } from '../renderers/renderers.queries.ts'

const key = columns(PrintKeyEntity, PrintKeyEntity.tableName)
const proof = columns(PrintProofEntity)
const template = columns(PrintTemplateEntity)
const asset = columns(PrintAssetEntity)
const counted = columns(PrintProofCountEntity)
const finding = columns(PrintFindingCountEntity)

const lead = columns(LeadEntity, 'lead')

/**
 * Counting stops at the first limit for a key's uses, and at the second for keys: exact numbers beyond them make no
 * difference.
 */
const maxUses = 1_000
const maxKeys = 10_000

const usesOf = (used: Fragment, ofWorkspace: Fragment) =>
  sql`(select count(*)::int from (select from ${used} where ${ofWorkspace} = ${key.workspace} limit ${sql.lit(maxUses)}) as used)`

/** The lead that a key's holder became, unless it is spam. */
const leadOf = (member: Fragment) =>
  sql`(select ${member} from ${table(LeadEntity)} as lead where ${lead.id} = ${key.leadId} and not ${lead.isSpam})`

/** Account keys have names, and are listed with their accounts. */
const isOfSandbox = sql`${key.name} is null`

const listed = select(PrintKeyEntity, SandboxKeyUsage, {
  expiresAt: instantText(key.expiresAt),
  state: sql`case when ${key.revokedAt} is not null then 'revoked' when ${key.expiresAt} > now() then 'active' else 'expired' end`,
  proofs: usesOf(table(PrintProofEntity), proof.workspace),
  templates: usesOf(table(PrintTemplateEntity), sql`${template.deletedAt} is null and ${template.workspace}`),
  assets: usesOf(table(PrintAssetEntity), asset.workspace),
  leadId: leadOf(lead.id),
  leadName: leadOf(sql`concat_ws(' ', ${lead.firstName}, ${lead.lastName})`),
})

const isIn: Record<SandboxKeyUsage['state'], Fragment> = {
  active: sql`${key.revokedAt} is null and ${key.expiresAt} > now()`,
  expired: sql`${key.revokedAt} is null and ${key.expiresAt} <= now()`,
  revoked: sql`${key.revokedAt} is not null`,
}

export function listKeys(
  em: EntityManager,
  { limit, cursor, state }: Input<'listSandboxKeys'>['query'],
): Promise<Page<SandboxKeyUsage>> {
  const where = [isOfSandbox, ...(state ? [isIn[state]] : [])]
  const total = () => countRowsUpTo(em, PrintKeyEntity, where, maxKeys)
  return keysetPage(em, { entity: PrintKeyEntity, selection: listed, where, limit, cursor, total })
}

/** @throws {ProblemError} 404 when no key has this id. */
export const getKeyUse = (em: EntityManager, id: string): Promise<SandboxKeyUsage> =>
  listed.readOne(em, sql`where ${key.id} = ${id} and ${isOfSandbox}`, () => notFound('sandbox key'))

const DayCount = Type.Object({
  index: Type.Integer(),
  isReady: Type.Boolean(),
  code: Type.String(),
  proofs: Type.Number(),
})
const dayCounts = reader(DayCount)
const findingCounts = reader(FindingCount)
const renderTimes = reader(RenderTime)

/** Proofs that finished in the last days, including today, and their findings. */
export async function getStats(em: EntityManager, days: number, timeZone: string): Promise<PrintStats> {
  const to = dayOf(new Date(), timeZone)
  const from = addDays(to, 1 - days)
  const first = startOfDay(sql`${from}::date`, timeZone)
  const [counts, findings, times, queue] = await Promise.all([
    countDays(em, { from, first, timeZone }),
    findingCounts(
      em,
      sql`select ${finding.code} as code, ${finding.severity} as severity, sum(${finding.proofs})::float8 as proofs
            from ${table(PrintFindingCountEntity)}
           where ${finding.quarter} >= ${first} and ${finding.severity} in ('error', 'warning')
           group by 1, 2 order by 3 desc, 1, 2 limit 100`,
    ),
    renderTimes(
      em,
      sql`select count(*)::float8 as proofs, percentile_cont(0.5) within group (order by milliseconds) as median,
                 percentile_cont(0.95) within group (order by milliseconds) as p95
            from (select (${proof.spans} ->> 'total')::float8 as milliseconds from ${table(PrintProofEntity)}
                   where ${proof.finishedAt} > now() - interval '24 hours' and ${proof.status} = 'ready'
                   order by ${proof.finishedAt} desc limit 1000) as newest
           where milliseconds is not null`,
    ),
    readProofQueue(em),
  ])
  const ready = counts.filter(({ isReady }) => isReady)
  const failed = counts.filter(({ isReady }) => !isReady)
  return {
    from,
    to,
    ready: byDay(ready, days),
    failed: byDay(failed, days),
    failures: byCode(failed),
    findings,
    renderTime: onlyRow(times),
    queue,
  }
}

/** The proofs that finished on each day since the first, by outcome. */
const countDays = (
  em: EntityManager,
  { from, first, timeZone }: { from: string; first: RawBuilder<Date>; timeZone: string },
) =>
  dayCounts(
    em,
    sql`select (${counted.quarter} at time zone ${timeZone})::date - ${from}::date as index,
               ${counted.status} = 'ready' as "isReady", ${counted.code} as code, sum(${counted.proofs})::float8 as proofs
          from ${table(PrintProofCountEntity)} where ${counted.quarter} >= ${first} group by 1, 2, 3`,
  )

type DayCount = Type.Static<typeof DayCount>

function byDay(counts: readonly DayCount[], days: number): number[] {
  const proofs = Array.from({ length: days }, () => 0)
  for (const { index, proofs: more } of counts) proofs[index] = (proofs[index] ?? 0) + more
  return proofs
}

const maxCodes = 50

/** Most frequent first. */
function byCode(counts: readonly DayCount[]): PrintStats['failures'] {
  const totals = new Map<string, number>()
  for (const { code, proofs } of counts) totals.set(code, (totals.get(code) ?? 0) + proofs)
  return [...totals]
    .map(([code, proofs]) => ({ code, proofs }))
    .toSorted((one, other) => other.proofs - one.proofs || (one.code < other.code ? -1 : 1))
    .slice(0, maxCodes)
}
