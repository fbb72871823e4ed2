import { brand } from '@app/brand'
import type { PostalClass } from '@app/contract'
import { serviceTypes } from '@app/print-engine/service-types'
import { sql } from 'kysely'
import { ProblemError } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { mailClassOf } from '../print/quotes/quotes.ts'

const barcodeId = '00'
/** A mailer id has 6 or 9 digits, and the serial number fills up the other 9 or 6. */
const serialDigits = 15 - brand.postage.mailerId.length
/** 0 is the serial number of specimens. */
const serials = 10 ** serialDigits - 1
/** A serial number is not used again for this many days after the piece was mailed. */
const reusedAfterDays = 45
/** Numbers that a process takes from the database at a time. Those that it has left when it ends are skipped. */
const blockSize = 50

/** Assigns the first 20 digits of the Intelligent Mail barcodes of pieces. */
export type AssignTracking = (em: EntityManager, mode: 'test' | 'live', postalClass: PostalClass) => Promise<string>

/**
 * Serial numbers of our mailer id, in blocks, so that no piece waits for the transaction of another one. Test pieces have
 * numbers of their own, and the service type of pieces that are not traced.
 */
export function trackingNumbers(): AssignTracking {
  const blocks = { test: { next: 0, end: 0 }, live: { next: 0, end: 0 } }
  const taking: Partial<Record<'test' | 'live', Promise<void>>> = {}

  const takeBlock = async (em: EntityManager, mode: 'test' | 'live') => {
    const mailerId = mode === 'live' ? brand.postage.mailerId : 'test'
    const { next } = await tables(em)
      .insertInto('mailer_serial')
      .values({ mailerId, next: blockSize })
      .onConflict((conflict) =>
        conflict.column('mailerId').doUpdateSet((eb) => ({ next: eb('mailer_serial.next', '+', blockSize) })),
      )
      .returning('next')
      .executeTakeFirstOrThrow()
    blocks[mode] = { next: next - blockSize, end: next }
  }

  /** @throws {ProblemError} 503 when all numbers were used in the last 45 days */
  return async (em, mode, postalClass) => {
    while (blocks[mode].next >= blocks[mode].end) {
      taking[mode] ??= takeBlock(em, mode).finally(() => delete taking[mode])
      await taking[mode]
    }
    const number = blocks[mode].next++
    const { traced, untraced } = serviceTypes[mailClassOf(postalClass)]
    const serial = String(1 + (number % serials)).padStart(serialDigits, '0')
    const tracking = trackingOf(mode === 'live' ? traced : untraced, serial)
    if (number >= serials && (await isInUse(em, serial))) {
      const detail = 'Every serial number of our barcodes is in use. Try again later.'
      throw new ProblemError(503, 'busy', detail, { retryAfterSeconds: 3600 })
    }
    return tracking
  }
}

const trackingOf = (serviceType: string, serial: string): string =>
  `${barcodeId}${serviceType}${brand.postage.mailerId}${serial}`

/** Whether a piece of any class has the number that is not mailed yet, or was mailed lately. */
async function isInUse(em: EntityManager, serial: string): Promise<boolean> {
  const types = Object.values(serviceTypes).flatMap(({ traced, untraced }) => [traced, untraced])
  const found = await tables(em)
    .selectFrom('piece')
    .select('id')
    .where(
      'tracking',
      'in',
      types.map((type) => trackingOf(type, serial)),
    )
    .where('status', 'not in', ['rejected', 'canceled'])
    .where((eb) =>
      eb.or([
        eb('mailedOn', 'is', null),
        eb('mailedOn', '>', sql<string>`current_date - ${sql.lit(reusedAfterDays)}::int`),
      ]),
    )
    .executeTakeFirst()
  return found !== undefined
}
