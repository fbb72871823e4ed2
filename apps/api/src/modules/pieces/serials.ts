import { brand } from '@app/brand'
import type { PostalClass } from '@app/contract'
import { serialDigits, serviceTypes, trackingOf } from '@app/print-engine/service-types'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { daysAgo, reader, columns, table } from '../../db/sql.ts'
import { ProblemError } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { PieceEntity } from '../../entities/pieces.entity.ts'
import { mailClassOf } from '../print/quotes/quotes.ts'

/** Serial number 0 is reserved for specimens. */
const allSerials = 10 ** serialDigits - 1
/** Days after mailing before a serial number is reused. */
const reusedAfterDays = 45
/** Numbers that a process reserves in the database at a time. Unused ones are skipped when it ends. */
const blockSize = 50
/** Maximum numbers that one statement checks. Checking all of them would exceed the statement timeout. */
const searchSize = 5_000

/**
 * Numbers skipped after a restore. Numbers assigned since the backup are on mail without a row, and their scans would
 * move other pieces. Numbers are reused after 45 days, so at most a tenth of them can be mailed in four days, and
 * backups are daily.
 */
export const serialsSinceBackup = Math.ceil(allSerials / 10)

type Mode = 'test' | 'live'

/**
 * Assigns the first 20 digits of the Intelligent Mail barcodes of pieces.
 *
 * Uses serial numbers of our mailer id, in blocks, so that no piece waits for another one's transaction. Test pieces
 * have their own numbers, and the service type of untraced pieces. After the last number, numbering starts over and
 * skips numbers that are still in use.
 * @param serials how many numbers there are
 */
export function trackingNumbers(serials = allSerials) {
  const blocks = { test: { next: 0, end: 0 }, live: { next: 0, end: 0 } }
  const taking: Partial<Record<Mode, Promise<void>>> = {}

  const takeBlock = async (em: EntityManager, mode: Mode) => {
    const { next } = await tables(em)
      .insertInto('mailer_serial')
      .values({ mailerId: counterOf(mode), next: blockSize })
      .onConflict((conflict) =>
        conflict.column('mailerId').doUpdateSet((eb) => ({ next: eb('mailer_serial.next', '+', blockSize) })),
      )
      .returning('next')
      .executeTakeFirstOrThrow()
    blocks[mode] = { next: next - blockSize, end: next }
  }

  /** @throws {ProblemError} 503 when every number is in use */
  const skipTaken = async (em: EntityManager, mode: Mode, taken: number) => {
    // The numbers of the last block may belong to pieces that are being stored right now.
    const end = taken + serials - blockSize
    for (let from = taken + 1; from < end; from += searchSize) {
      const free = await firstFree(em, mode, { from, end: Math.min(end, from + searchSize), serials })
      if (free === undefined) continue
      blocks[mode].next = Math.max(blocks[mode].next, free)
      await tables(em)
        .updateTable('mailer_serial')
        .set({ next: free })
        .where('mailerId', '=', counterOf(mode))
        .where('next', '<', free)
        .execute()
      return
    }
    const detail = 'All barcode serial numbers are in use. Try again later.'
    throw new ProblemError(503, 'busy', detail, { retryAfterSeconds: 3600 })
  }

  /** @throws {ProblemError} 503 when every number is in use */
  return async (em: EntityManager, mode: Mode, postalClass: PostalClass): Promise<string> => {
    const once = (step: () => Promise<void>) => (taking[mode] ??= step().finally(() => delete taking[mode]))
    for (;;) {
      while (blocks[mode].next >= blocks[mode].end) await once(() => takeBlock(em, mode))
      const number = blocks[mode].next++
      const range = { from: number, end: number + 1, serials }
      if (number < serials || (await firstFree(em, mode, range)) === number) {
        const serial = String(1 + (number % serials)).padStart(serialDigits, '0')
        return trackingOf(serviceTypes[mailClassOf(postalClass)][tracing[mode]], serial)
      }
      await once(() => skipTaken(em, mode, number))
    }
  }
}

const tracing = { test: 'untraced', live: 'traced' } as const

/** The row that counts the numbers of a mode. */
const counterOf = (mode: Mode): string => (mode === 'live' ? brand.postage.mailerId : 'test')

const piece = columns(PieceEntity, 'piece')

/** A live piece may wait a long time to be mailed. A test piece is never mailed. */
const isRecent = {
  test: sql`${piece.createdAt} >= ${daysAgo(reusedAfterDays)}`,
  live: sql`(${piece.mailedOn} is null or ${piece.mailedOn} >= current_date - ${sql.lit(reusedAfterDays)}::int)`,
}

const found = reader(Type.Object({ number: Type.Union([Type.Number(), Type.Null()]) }))

/** The first number of a range that no piece of this mode uses, in any postal class. */
async function firstFree(
  em: EntityManager,
  mode: Mode,
  { from, end, serials }: { from: number; end: number; serials: number },
): Promise<number | undefined> {
  const serial = sql`lpad((1 + number % ${serials}::bigint)::text, ${serialDigits}::int, '0')`
  const trackings = Object.values(serviceTypes).map(
    (types) => sql`${trackingOf(types[tracing[mode]], '')}::text || ${serial}`,
  )
  const [first] = await found(
    em,
    sql`
    select min(number)::float8 as number from generate_series(${from}::bigint, ${end - 1}::bigint) as number
     where not exists (
       select from ${table(PieceEntity)} as piece
        where ${piece.tracking} in (${sql.join(trackings)}) and ${piece.status} not in ('rejected', 'canceled')
          and ${isRecent[mode]})`,
  )
  return first?.number ?? undefined
}
