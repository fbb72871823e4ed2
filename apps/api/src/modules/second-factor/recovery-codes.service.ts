import { createHash, randomBytes } from 'node:crypto'
import { now } from '../../db/sql.ts'
import { type EntityManager, tables } from '../../entities/database.ts'

const codesOfAnAccount = 10
const characters = 16
/** Five bits per character, without letters that look like digits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'

const newCode = () => Array.from(randomBytes(characters), (byte) => alphabet.charAt(byte % alphabet.length)).join('')

/** Groups of four, for reading and typing. */
const shown = (code: string) => code.match(/.{4}/g)?.join('-') ?? code

/** Normalizes a typed code. */
const asStored = (typed: string) =>
  typed
    .toLowerCase()
    .replaceAll(/[^\da-z]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1')

const hashOf = (code: string) => createHash('sha256').update(code).digest()

/** Creates ten codes and voids the previous ones. Only the response contains them. */
export async function newRecoveryCodes(em: EntityManager, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: codesOfAnAccount }, newCode)
  await dropRecoveryCodes(em, staffId)
  await tables(em)
    .insertInto('staff_recovery_code')
    .values(codes.map((code) => ({ hash: hashOf(code), staff: staffId })))
    .execute()
  return codes.map(shown)
}

/** Consumes a code. Of two concurrent requests with the same code, one succeeds. */
export async function useRecoveryCode(em: EntityManager, staffId: string, typed: string): Promise<boolean> {
  const used = await tables(em)
    .updateTable('staff_recovery_code')
    .set({ usedAt: now })
    .where('hash', '=', hashOf(asStored(typed)))
    .where('staff', '=', staffId)
    .where('usedAt', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return used !== undefined
}

export async function recoveryCodesLeft(em: EntityManager, staffId: string): Promise<number> {
  const { left } = await tables(em)
    .selectFrom('staff_recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('staff', '=', staffId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

export const dropRecoveryCodes = (em: EntityManager, staffId: string) =>
  tables(em).deleteFrom('staff_recovery_code').where('staff', '=', staffId).execute()
