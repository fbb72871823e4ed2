import type { EntityManager } from '@mikro-orm/postgresql'
import { brand } from '@app/brand'
import type { Input, StaffUser } from '@app/contract'
import { invalidMember } from '../../errors.ts'
import { passwordProblem, verifyPassword } from '../staff/password.ts'
import { addSettingsEntry } from '../staff/settings-audit.service.ts'
import { storePassword } from '../staff/staff.service.ts'

type PasswordChange = Input<'changeOwnPassword'>['body']

/** @throws {ProblemError} 400 when the new password is weak, or none. */
export function refuseWeakPassword({ currentPassword, newPassword }: PasswordChange): void {
  const problem = passwordProblem(newPassword, brand.productName)
  if (problem) throw invalidMember('/newPassword', problem)
  if (newPassword === currentPassword) throw invalidMember('/newPassword', 'must be another one than before')
}

/** Gives the account another password. Its other sessions end; the one of `sessionKey` goes on. False for a wrong one now. */
export const changeOwnPassword = (
  em: EntityManager,
  { id, name }: StaffUser,
  sessionKey: string,
  { currentPassword, newPassword }: PasswordChange,
): Promise<boolean> =>
  em.transactional(async (transaction) => {
    // Held until the new one is stored: a reset at the same moment is not undone by whoever knew the old password.
    const [account] = await transaction.execute<{ hash: string }[]>(
      'select password_hash as hash from staff_user where id = ? and disabled_at is null for no key update',
      [id],
    )
    if (!account || !(await verifyPassword(account.hash, currentPassword))) return false
    await storePassword(transaction, id, newPassword, sessionKey)
    await addSettingsEntry(transaction, { id, name }, 'password', { person: { id, name } })
    return true
  })
