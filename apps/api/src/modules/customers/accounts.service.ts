import { randomUUIDv7 } from 'node:crypto'
import type { AccountDetail, AccountInput, AccountPatch, CreatedAccount, InvitedMember, StaffUser } from '@app/contract'
import { type Changed, createOne, editOne, type OneEdit } from '../changes/apply-edits.ts'
import { storedAnswers } from '../../db/stored-answers.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { accountRecord } from './account-record.ts'
import { getAccount } from './accounts.queries.ts'
import { type Delivery, inviteMember } from './members.service.ts'

/**
 * Opens an account with its two workspaces and its first members.
 * @throws {ProblemError} 400 for a lead that is not won or already has an account, 409 for an email that belongs to a
 * member
 */
export const createAccount = (
  em: EntityManager,
  staff: StaffUser,
  { members, ...input }: AccountInput,
  delivery: Delivery,
) =>
  em.transactional(async (transaction): Promise<Changed<CreatedAccount>> => {
    const { body: account, groupId } = await createOne(
      transaction,
      accountRecord,
      staff,
      () => ({
        ...storedAnswers(input, ['name', 'billingName', 'billingEmail']),
        monthlyCap: input.monthlyCap ?? null,
        leadId: input.leadId ?? null,
        suspended: false,
      }),
      async (within, id) => {
        await tables(within)
          .insertInto('workspace')
          .values((['live', 'test'] as const).map((mode) => ({ id: randomUUIDv7(), account: id, mode })))
          .execute()
        return getAccount(within, id)
      },
    )
    const invitations: InvitedMember[] = []
    for (const [index, member] of members.entries()) {
      const pointer = `/members/${index}/email`
      invitations.push(await inviteMember(transaction, staff, account.id, member, { ...delivery, pointer }))
    }
    return { body: { account, invitations }, groupId }
  })

const trimmed = ({ name, billingName, billingEmail, ...patch }: AccountPatch): AccountPatch => ({
  ...patch,
  ...(name !== undefined && { name: name.trim() }),
  ...(billingName !== undefined && { billingName: billingName.trim() }),
  ...(billingEmail !== undefined && { billingEmail: billingEmail.trim() }),
})

/** @throws {ProblemError} 404, 412 when it has changed since the caller read it. */
export const updateAccount = (
  em: EntityManager,
  staff: StaffUser,
  edit: OneEdit<AccountPatch>,
): Promise<Changed<AccountDetail>> =>
  editOne(em, accountRecord, staff, { ...edit, patch: trimmed(edit.patch) }, getAccount)
