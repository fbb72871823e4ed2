import { brand } from '@app/brand'
import type { AuthenticatorSetup } from '@app/contract'
import { encodeQR } from 'etiket/qr'
import { Secret, TOTP } from 'otpauth'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { onlyRow, now, reader, columns, table } from '../../db/sql.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { StaffAuthenticatorEntity } from '../../entities/accounts.entity.ts'
import { seal, unseal } from '../keys/sealed-secret.ts'

const secretBytes = 20

/** Also accepts codes of the previous and the next half minute: clocks differ, and people type slowly. */
const stepsAround = 1

const appOf = (secret: Secret, label = '') => new TOTP({ issuer: brand.productName, label, secret })

/** Consecutive wrong codes before the next one must wait. */
const freeFailures = 5

const authenticator = columns(StaffAuthenticatorEntity)

/** Seconds until the next code is checked. They double with each wrong code, up to a day. */
const secondsLeft = sql`coalesce(extract(epoch from ${authenticator.failedAt} + least(interval '1 day',
  interval '1 minute' * power(2, least(${authenticator.failures}, 20) - ${sql.lit(freeFailures)})) - clock_timestamp()), 0)::float8`

const Stored = Type.Object({
  lastStep: Type.Number(),
  failures: Type.Integer(),
  secondsLeft: Type.Number(),
  /** Milliseconds by the database's clock, because the instances' clocks differ. */
  at: Type.Number(),
})
const stored = reader(Stored)

/** The time step of a valid code; undefined for an invalid code, or when this code or a later one was already used. */
function stepOf(secret: Uint8Array, typed: string, { at, lastStep }: Type.Static<typeof Stored>): number | undefined {
  const app = appOf(new Secret({ buffer: new Uint8Array(secret).buffer }))
  const token = typed.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = app.validate({ token, timestamp: at, window: stepsAround })
  if (delta === null) return undefined
  const step = app.counter({ timestamp: at }) + delta
  return step > lastStep ? step : undefined
}

/** Locks an account's row: codes of one account are checked one at a time, across all instances. */
async function lockRow(transaction: EntityManager, staffId: string) {
  const row = await tables(transaction)
    .selectFrom('staff_authenticator')
    .select(['secret', 'pending'])
    .where('staff', '=', staffId)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return undefined
  const state = await stored(
    transaction,
    sql`select ${authenticator.lastStep}::float8 as "lastStep", ${authenticator.failures} as failures,
               ${secondsLeft} as "secondsLeft", (extract(epoch from clock_timestamp()) * 1000)::float8 as at
          from ${table(StaffAuthenticatorEntity)} where ${authenticator.staff} = ${staffId}`,
  )
  return { ...row, state: onlyRow(state) }
}

/** `unreadable`: none of our current secrets sealed the seed. */
export type CodeResult = 'valid' | 'invalid' | 'unreadable' | { retryAfterSeconds: number }

/**
 * Checks a code in the caller's transaction, which must commit even for an invalid code, so that the failure is
 * counted. Each code works once, even if the clock is set back.
 */
export async function checkCode(
  transaction: EntityManager,
  secrets: readonly string[],
  staffId: string,
  typed: string,
): Promise<CodeResult> {
  const row = await lockRow(transaction, staffId)
  if (!row?.secret) return 'invalid'
  const { secret, state } = row
  if (state.failures >= freeFailures && state.secondsLeft > 0) {
    return { retryAfterSeconds: Math.ceil(state.secondsLeft) }
  }
  const opened = unseal(secrets, staffId, secret)
  if (!opened) return 'unreadable'
  const step = stepOf(opened.plain, typed, state)
  const change = step === undefined ? { failures: state.failures + 1, failedAt: now } : { lastStep: step, failures: 0 }
  await tables(transaction).updateTable('staff_authenticator').set(change).where('staff', '=', staffId).execute()
  return step === undefined ? 'invalid' : 'valid'
}

/** Creates a pending secret. Only the response contains it. */
export async function createAuthenticator(
  em: EntityManager,
  secrets: readonly string[],
  { id, email }: { id: string; email: string },
): Promise<AuthenticatorSetup> {
  const secret = new Secret({ size: secretBytes })
  const pending = seal(secrets, id, secret.bytes)
  await tables(em)
    .insertInto('staff_authenticator')
    .values({ staff: id, pending })
    .onConflict((conflict) => conflict.column('staff').doUpdateSet({ pending }))
    .execute()
  const address = appOf(secret, email).toString()
  return { secret: secret.base32, address, qrCode: drawing(address) }
}

/** A QR code as a path: each run of dark modules is a box, one unit high. */
function drawing(text: string): AuthenticatorSetup['qrCode'] {
  const rows = encodeQR(text, { ecLevel: 'M' })
  const boxes = rows.flatMap((row, y) =>
    [...row.map(Number).join('').matchAll(/1+/g)].map(
      ({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`,
    ),
  )
  return { size: rows.length, path: boxes.join('') }
}

/** Activates the pending app with one of its codes. The code cannot be used again to sign in. */
export async function confirmAuthenticator(
  transaction: EntityManager,
  secrets: readonly string[],
  staffId: string,
  typed: string,
): Promise<'confirmed' | 'invalid' | 'not_started'> {
  const row = await lockRow(transaction, staffId)
  const opened = row?.pending && unseal(secrets, staffId, row.pending)
  if (!row || !opened) return 'not_started'
  const step = stepOf(opened.plain, typed, { ...row.state, lastStep: 0 })
  if (step === undefined) return 'invalid'
  await tables(transaction)
    .updateTable('staff_authenticator')
    .set({ secret: row.pending, pending: null, addedAt: now, lastStep: step, failures: 0, failedAt: null })
    .where('staff', '=', staffId)
    .execute()
  return 'confirmed'
}

/** When the app was activated. Undefined without one. */
export async function authenticatorOf(em: EntityManager, staffId: string): Promise<Date | undefined> {
  const found = await tables(em)
    .selectFrom('staff_authenticator')
    .select('addedAt')
    .where('staff', '=', staffId)
    .where('secret', 'is not', null)
    .executeTakeFirst()
  return found?.addedAt ?? undefined
}

export const dropAuthenticator = (em: EntityManager, staffId: string) =>
  tables(em).deleteFrom('staff_authenticator').where('staff', '=', staffId).execute()

/**
 * Reseals seeds with the first secret, so that an older secret can be removed. Each instance does this at startup, so
 * users who do not sign in during a rotation keep their app.
 */
export async function resealAuthenticators(em: EntityManager, secrets: readonly string[]): Promise<void> {
  const rows = await tables(em).selectFrom('staff_authenticator').select(['staff', 'secret', 'pending']).execute()
  for (const { staff, ...sealed } of rows) {
    for (const column of ['secret', 'pending'] as const) {
      const before = sealed[column]
      const opened = before && unseal(secrets, staff, before)
      if (!opened || opened.isCurrent) continue
      await tables(em)
        .updateTable('staff_authenticator')
        .set({ [column]: seal(secrets, staff, opened.plain) })
        .where('staff', '=', staff)
        // Another secret may have been confirmed meanwhile.
        .where(column, '=', before)
        .execute()
    }
  }
}
