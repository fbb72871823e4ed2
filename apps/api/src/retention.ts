import { type RawBuilder, sql } from 'kysely'
import type { Config } from './config/config.ts'
import { forgetOldTraces } from './db/record-traces.ts'
import { run, columns, daysAgo, minutesAgo, now } from './db/sql.ts'
import { forgetOldPoints } from './db/shared-points.ts'
import { type EntityManager, tables } from './entities/database.ts'
import { LeadEntity } from './entities/leads.entity.ts'
import type { spamColumns } from './entities/spam-columns.ts'
import { signInRetentionDays } from './modules/staff/sign-ins.service.ts'
import { sessionLifetimes } from './modules/sessions/session-lifetime.ts'

/** Retention of rows in days. */
const keptDays = {
  /** An open invitation after its expiry. It contains a name and email. */
  invitation: 30,
  /** An expired token is listed, so that its owner sees why a program stopped working. */
  token: 30,
  /** Owners can see who read personal data. */
  access: 180,
  /** The chart of proofs covers a year. */
  proofCount: 400,
  /** After this time, it is unknown whether a file of scans was added. */
  scanBatch: 90,
  /** Within this time, a repeated write to the print API gets the same response. */
  printWrite: 1,
  /** The message log, the inbox, and imports without leads. */
  message: 90,
}

/**
 * Deletes expired rows: sessions, pending sign-ins, one-time links, tokens, the sign-in history, the access log, messages,
 * imports without leads, counts of proofs, responses of the print API, batches of scans, traces, and rate limits.
 */
export async function deleteExpired(em: EntityManager): Promise<void> {
  const db = tables(em)
  for (const kind of ['staff', 'member'] as const) {
    const { idleMinutes, absoluteHours } = sessionLifetimes[kind]
    await db
      .deleteFrom('staff_session')
      .where(kind, 'is not', null)
      .where((eb) =>
        eb.or([eb('seenAt', '<', minutesAgo(idleMinutes)), eb('createdAt', '<', minutesAgo(60 * absoluteHours))]),
      )
      .execute()
  }
  await db.deleteFrom('sign_in_challenge').where('expiresAt', '<', now).execute()
  await db.deleteFrom('password_reset').where('expiresAt', '<', now).execute()
  await db.deleteFrom('staff_invitation').where('expiresAt', '<', daysAgo(keptDays.invitation)).execute()
  await db.deleteFrom('staff_token').where('expiresAt', '<', daysAgo(keptDays.token)).execute()
  await db.deleteFrom('sign_in').where('createdAt', '<', daysAgo(signInRetentionDays)).execute()
  await db.deleteFrom('access_entry').where('createdAt', '<', daysAgo(keptDays.access)).execute()
  await db.deleteFrom('print_write').where('createdAt', '<', daysAgo(keptDays.printWrite)).execute()
  await db.deleteFrom('campaign_scan_batch').where('createdAt', '<', daysAgo(keptDays.scanBatch)).execute()
  for (const table of ['print_proof_count', 'print_finding_count'] as const) {
    await db.deleteFrom(table).where('quarter', '<', daysAgo(keptDays.proofCount)).execute()
  }
  // Mails to visitors are personal data, and are deleted with their records.
  await db
    .deleteFrom('message')
    .where('createdAt', '<', daysAgo(keptDays.message))
    .where('status', '<>', 'waiting')
    .where('kind', 'not in', ['reply', 'confirmation', 'samples_sent'])
    .execute()
  await db.deleteFrom('inbox_item').where('createdAt', '<', daysAgo(keptDays.message)).execute()
  // An import is kept until its last lead is deleted.
  await db
    .deleteFrom('lead_import')
    .where('createdAt', '<', daysAgo(keptDays.message))
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom('lead').select('lead.id').whereRef('lead.importId', '=', 'lead_import.id'))),
    )
    .execute()
  // The tables of tracing and rate limiting have no entity.
  await run(em, forgetOldTraces)
  await run(em, forgetOldPoints)
}

/**
 * Rows per delete statement. Deleting a whole year in one statement would hold locks for long and flood the write-ahead
 * log.
 */
const batchSize = 1_000

/** A record marked as spam by a person is kept as long as any other, because the time of the mark is unknown. */
const { isSpam, spamMarkedBy } = columns<typeof spamColumns>(LeadEntity)
const kinds = [
  { where: sql<boolean>`not ${isSpam}`, kept: 'people' },
  { where: sql<boolean>`${isSpam} and ${spamMarkedBy} is not null`, kept: 'people' },
  { where: sql<boolean>`${isSpam} and ${spamMarkedBy} is null`, kept: 'spam' },
] as const

/** Deletes visitors' records that are older than the operator's limit. Returns their number. */
export async function deleteOld(
  em: EntityManager,
  retention: Pick<Config['retention'], 'people' | 'spam'>,
): Promise<number> {
  let deleted = 0
  for (const table of ['lead', 'sample_request'] as const) {
    for (const { where, kept } of kinds) {
      const days = retention[kept]
      if (days === undefined) continue
      for (let found = batchSize; found === batchSize; deleted += found) {
        found = await deleteBatch(em, table, where, days)
      }
    }
  }
  return deleted
}

async function deleteBatch(
  em: EntityManager,
  table: 'lead' | 'sample_request',
  where: RawBuilder<boolean>,
  days: number,
) {
  const { numDeletedRows } = await tables(em)
    .deleteFrom(table)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom(table)
        .select('id')
        .where('createdAt', '<', daysAgo(days))
        .where(where)
        .orderBy('createdAt')
        .orderBy('id')
        .limit(batchSize)
        .forUpdate()
        .skipLocked(),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
