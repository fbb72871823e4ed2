import type { Handlers } from './context.ts'
import type { Services } from './services.ts'
import { recordedExport } from './recorded-export.ts'
import { statementCsv, statementFile, statementHeaders } from './statement-files.ts'
import { changedResponse, editOf } from '../modules/changes/apply-edits.ts'
import { listRecordChanges } from '../modules/changes/changes.queries.ts'
import { accountRecord } from '../modules/customers/account-record.ts'
import { getAccount, listAccounts, workspaceOf } from '../modules/customers/accounts.queries.ts'
import { createAccount, updateAccount } from '../modules/customers/accounts.service.ts'
import { inviteMember, listMembers, removeMember, resendInvitation } from '../modules/customers/members.service.ts'
import { pageResponse } from '../http/responses.ts'
import { findPieceAccount, getPiece, listPieces } from '../modules/pieces/pieces.queries.ts'
import { listStatements } from '../modules/pieces/statements.queries.ts'
import { currentMonth, getUsage } from '../modules/pieces/usage.queries.ts'
import { listAccountKeys } from '../modules/print/keys/account-keys.queries.ts'
import { accountOfKey, revokeKey } from '../modules/print/keys/account-keys.service.ts'

/** How invited members get their links. */
export const delivery = ({ mail, siteOrigin }: Services['config']) => ({ canMail: mail !== undefined, siteOrigin })

export const accountHandlers = {
  listAccounts: ({ query }, { em, url, config }) => pageResponse(url, listAccounts(em, query, config.businessTimeZone)),
  createAccount: ({ body }, { em, staff, config }) => changedResponse(createAccount(em, staff, body, delivery(config))),
  getAccount: ({ params: { id } }, { em }) => getAccount(em, id),
  updateAccount: (input, { em, staff }) => changedResponse(updateAccount(em, staff, editOf(input))),

  async listAccountMembers({ params: { id } }, { em }) {
    await getAccount(em, id)
    return listMembers(em, id)
  },

  createAccountMember: ({ params: { id }, body }, { em, staff, config }) =>
    em.transactional((transaction) => inviteMember(transaction, staff, id, body, delivery(config))),
  deleteAccountMember: ({ params: { id } }, { em, staff }) => removeMember(em, staff, id),
  resendMemberInvitation: ({ params: { id } }, { em, staff, config }) =>
    resendInvitation(em, staff, id, delivery(config)),

  async listAccountKeys({ params: { id } }, { em }) {
    await getAccount(em, id)
    return listAccountKeys(em, id)
  },

  revokeAccountKey: async ({ params: { id } }, { em, staff }) => revokeKey(em, staff, await accountOfKey(em, id), id),

  async getAccountUsage({ params: { id }, query: { mode = 'live', month } }, { em, config }) {
    const workspace = await workspaceOf(em, id, mode)
    return getUsage(em, workspace, month ?? (await currentMonth(em, config.businessTimeZone)))
  },

  async listAccountStatements({ params: { id } }, { em, config }) {
    const workspace = await workspaceOf(em, id, 'live')
    return listStatements(em, workspace.id, config.businessTimeZone)
  },

  async exportAccountStatement({ params: { id, month } }, context) {
    const named = { list: 'pieces', recordId: id, query: { month } } as const
    const body = await recordedExport(context, named, (onRows) => statementCsv(context.em, id, month, onRows))
    return { body, headers: statementHeaders(month, 'csv') }
  },

  getAccountStatementPdf: ({ params: { id, month } }, { em, config }) =>
    statementFile(em, id, month, config.businessTimeZone),

  async listAccountPieces({ params: { id }, query }, context) {
    const { em, url, config } = context
    const { mode = 'live', status, from, to, q, ...page } = query
    const workspace = await workspaceOf(em, id, mode)
    const filter = { ...page, Status: status, From: from, To: to, Search: q }
    const found = await listPieces(em, workspace.id, filter, config)
    context.accessLog.note(context, { kind: 'open', list: 'pieces', recordId: id, rows: found.rows.length })
    return pageResponse(url, found)
  },

  async getAccountPiece({ params: { id } }, context) {
    const { em, config } = context
    const { account, workspaceId } = await findPieceAccount(em, id)
    const piece = await getPiece(em, workspaceId, id, config)
    context.accessLog.note(context, { kind: 'open', list: 'pieces', recordId: account.id, pieceId: id })
    return { accountId: account.id, accountName: account.name, piece }
  },

  async listAccountChanges({ params: { id }, query }, { em, url }) {
    await getAccount(em, id)
    return pageResponse(url, listRecordChanges(em, accountRecord, id, query))
  },
} satisfies Handlers
