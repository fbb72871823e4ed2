import { FindingCount, type Input, type PrintStats, RenderTime, SandboxKeyUse } from '@app/contract'
import * as Type from 'typebox'
import { checkedRows, onlyRow } from '../../../db/checked-rows.ts'
import { columnsOf, selection } from '../../../db/columns.ts'
import { type Conditions, countRowsUpTo, keysetPage, type Page } from '../../../db/keyset-page.ts'
import type { EntityManager } from '../../database.ts'
import { PrintAssetEntity } from '../assets/assets.entity.ts'
import { PrintKeyEntity } from '../keys/keys.entity.ts'
import { PrintProofEntity } from '../proofs/proofs.entity.ts'
import { readProofQueue } from '../renderers/proof-queue.queries.ts'
import { PrintTemplateEntity } from '../templates/templates.entity.ts'
import { PrintFindingCountEntity, PrintProofCountEntity } from './print-counts.entity.ts'

const key = columnsOf(PrintKeyEntity)
const proof = columnsOf(PrintProofEntity)
const template = columnsOf(PrintTemplateEntity)
const asset = columnsOf(PrintAssetEntity)
const counted = columnsOf(PrintProofCountEntity)
const finding = columnsOf(PrintFindingCountEntity)

const keyTable = PrintKeyEntity.tableName

/** Counting what a key was used for stops here, and counting keys at the other: beyond it the exact number makes no difference. */
const mostUses = 1_000
const mostKeys = 10_000

const usesOf = (tableName: string, ofKey: string) =>
  `(select count(*)::int from (select from ${tableName} where ${ofKey} = ${keyTable}.${key.id} limit ${mostUses}) as used)`

/** The lead that a key's holder became, unless it is spam. */
const leadOf = (member: string) =>
  `(select ${member} from lead where lead.id = ${keyTable}.${key.leadId} and not lead.is_spam)`

const listed = selection(PrintKeyEntity, SandboxKeyUse, {
  state: `case when ${key.revokedAt} is not null then 'revoked' when ${key.expiresAt} > now() then 'active' else 'expired' end`,
  proofs: usesOf(PrintProofEntity.tableName, proof.key),
  templates: usesOf(PrintTemplateEntity.tableName, `${template.deletedAt} is null and ${template.key}`),
  assets: usesOf(PrintAssetEntity.tableName, asset.key),
  leadId: leadOf('lead.id'),
  leadName: leadOf(`concat_ws(' ', lead.first_name, lead.last_name)`),
})

const isIn: Record<SandboxKeyUse['state'], string> = {
  active: `${key.revokedAt} is null and ${key.expiresAt} > now()`,
  expired: `${key.revokedAt} is null and ${key.expiresAt} <= now()`,
  revoked: `${key.revokedAt} is not null`,
}

/** One page of keys, newest first. */
export function listKeys(
  em: EntityManager,
  { limit, cursor, state }: Input<'listSandboxKeys'>['query'],
): Promise<Page<SandboxKeyUse>> {
  const where: Conditions = state ? [[isIn[state], []]] : []
  const total = () => countRowsUpTo(em, PrintKeyEntity, where, mostKeys)
  return keysetPage(em, { entity: PrintKeyEntity, selection: listed, where, limit, cursor, total })
}

export async function findKeyUse(em: EntityManager, id: string): Promise<SandboxKeyUse | undefined> {
  return listed.rows(await em.execute(`select ${listed.sql} from ${keyTable} where ${key.id} = ?`, [id]))[0]
}

/** SQL for what ended since the first of these days, which is one of the business time zone. */
const since = (quarter: string) => `${quarter} >= (?::date - ?::int)::timestamp at time zone ?`

const DayCount = Type.Object({
  index: Type.Integer(),
  isReady: Type.Boolean(),
  code: Type.String(),
  proofs: Type.Number(),
})
const dayCounts = checkedRows(DayCount)
const findingCounts = checkedRows(FindingCount)
const renderTimes = checkedRows(RenderTime)
const spans = checkedRows(Type.Object({ from: Type.String(), to: Type.String() }))

/** Proofs that ended in the last days, today included, and what they ran into. */
export async function getStats(em: EntityManager, days: number, timeZone: string): Promise<PrintStats> {
  const { from, to } = onlyRow(
    spans(
      await em.execute(
        `select to_char(today - ?::int, 'YYYY-MM-DD') as "from", to_char(today, 'YYYY-MM-DD') as "to"
           from (select (now() at time zone ?)::date as today) as clock`,
        [days - 1, timeZone],
      ),
    ),
  )
  const first = [to, days - 1, timeZone]
  const [ended, found, times, queue] = await Promise.all([
    em.execute(
      `select (${counted.quarter} at time zone ?)::date - ?::date as index, ${counted.status} = 'ready' as "isReady",
              ${counted.code} as code, sum(${counted.proofs})::float8 as proofs
         from ${PrintProofCountEntity.tableName} where ${since(counted.quarter)} group by 1, 2, 3`,
      [timeZone, from, ...first],
    ),
    em.execute(
      `select ${finding.code} as code, ${finding.severity} as severity, sum(${finding.proofs})::float8 as proofs
         from ${PrintFindingCountEntity.tableName}
        where ${since(finding.quarter)} and ${finding.severity} in ('error', 'warning')
        group by 1, 2 order by 3 desc, 1, 2 limit 100`,
      first,
    ),
    em.execute(
      `select count(*)::float8 as proofs, percentile_cont(0.5) within group (order by milliseconds) as median,
              percentile_cont(0.95) within group (order by milliseconds) as p95
         from (select (${proof.spans} ->> 'total')::float8 as milliseconds from ${PrintProofEntity.tableName}
                where ${proof.finishedAt} > now() - interval '24 hours' and ${proof.status} = 'ready'
                order by ${proof.finishedAt} desc limit 1000) as newest
        where milliseconds is not null`,
    ),
    readProofQueue(em),
  ])
  const counts = dayCounts(ended)
  return {
    from,
    to,
    ready: byDay(
      counts.filter(({ isReady }) => isReady),
      days,
    ),
    failed: byDay(
      counts.filter(({ isReady }) => !isReady),
      days,
    ),
    failures: byCode(counts.filter(({ isReady }) => !isReady)),
    findings: findingCounts(found),
    renderTime: onlyRow(renderTimes(times)),
    queue,
  }
}

type DayCount = Type.Static<typeof DayCount>

function byDay(counts: readonly DayCount[], days: number): number[] {
  const proofs = Array.from({ length: days }, () => 0)
  for (const { index, proofs: more } of counts) proofs[index] = (proofs[index] ?? 0) + more
  return proofs
}

const mostCodes = 50

/** The most frequent first. */
function byCode(counts: readonly DayCount[]): PrintStats['failures'] {
  const totals = new Map<string, number>()
  for (const { code, proofs } of counts) totals.set(code, (totals.get(code) ?? 0) + proofs)
  return [...totals]
    .map(([code, proofs]) => ({ code, proofs }))
    .toSorted((one, other) => other.proofs - one.proofs || (one.code < other.code ? -1 : 1))
    .slice(0, mostCodes)
}
