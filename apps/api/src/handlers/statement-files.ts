import { Readable } from 'node:stream'
import type { EntityManager } from '../entities/database.ts'
import { attachment } from '../http/responses.ts'
import { getMemberAccount, workspaceOf } from '../modules/customers/accounts.queries.ts'
import { statementPdf } from '../modules/pieces/statement-pdf.ts'
import { assertStatement, exportStatement, isFinal } from '../modules/pieces/statements.queries.ts'
import { getUsage } from '../modules/pieces/usage.queries.ts'

export const statementHeaders = (month: string, extension: 'csv' | 'pdf') =>
  attachment(`statement-${month}.${extension}`)

/** An account's charges of a month as a file. */
export async function statementCsv(
  em: EntityManager,
  account: string,
  month: string,
  onRows?: (count: number) => void,
) {
  const { id } = await workspaceOf(em, account, 'live')
  return exportStatement(em, id, month, onRows)
}

/** An account's monthly statement as a file. @throws {ProblemError} 404 for a month without charges */
export async function statementFile(em: EntityManager, account: string, month: string, timeZone: string) {
  const workspace = await workspaceOf(em, account, 'live')
  await assertStatement(em, workspace.id, month)
  const [owner, usage, isOver] = await Promise.all([
    getMemberAccount(em, account),
    getUsage(em, workspace, month),
    isFinal(em, workspace.id, month, timeZone),
  ])
  return { body: Readable.from([await statementPdf(owner, usage, isOver)]), headers: statementHeaders(month, 'pdf') }
}
