import { Account, AccountDetail, type Input, MemberAccount, type PieceMode } from '@app/contract'
import { sql } from 'kysely'
import { keysetPage, type Page } from '../../db/keyset-page.ts'
import { foldedSql } from '../../db/folded-text.ts'
import { searchCountCap, searchedPage } from '../../db/search.ts'
import { columns, type Fragment, select, table } from '../../db/sql.ts'
import { notFound } from '../../errors/errors.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { CustomerAccountEntity, CustomerMemberEntity, WorkspaceEntity } from '../../entities/customers.entity.ts'
import { LeadEntity } from '../../entities/leads.entity.ts'
import { UsageMonthEntity } from '../../entities/pieces.entity.ts'
import { withItsLastChange } from '../changes/changes.queries.ts'

const account = columns(CustomerAccountEntity, CustomerAccountEntity.tableName)
const member = columns(CustomerMemberEntity, 'member')
const workspace = columns(WorkspaceEntity, 'workspace')
const usage = columns(UsageMonthEntity, 'usage')
const lead = columns(LeadEntity, 'lead')

const ofMembers = (value: Fragment) =>
  sql`(select ${value} from ${table(CustomerMemberEntity)} as member where ${member.account} = ${account.id})`

const monthPieces = (timeZone: string) => sql`coalesce((
  select ${usage.pieces} from ${table(UsageMonthEntity)} as usage
    join ${table(WorkspaceEntity)} as workspace on ${workspace.id} = ${usage.workspace}
   where ${workspace.account} = ${account.id} and ${workspace.mode} = 'live'
     and ${usage.month} = to_char(now() at time zone ${sql.lit(timeZone)}, 'YYYY-MM')), 0)`

const names = sql`concat_ws(' ', ${account.name}, ${account.billingName}, ${account.billingEmail},
  ${ofMembers(sql`string_agg(${member.name} || ' ' || ${member.email}, ' ')`)})`
const searched = foldedSql(names)

/** One page of accounts, newest first. */
export function listAccounts(
  em: EntityManager,
  { q, suspended, limit, cursor }: Input<'listAccounts'>['query'],
  timeZone: string,
): Promise<Page<Account>> {
  const where = suspended === undefined ? [] : [sql`${account.suspended} = ${suspended}`]
  const selection = select(CustomerAccountEntity, Account, {
    members: ofMembers(sql`count(*)::int`),
    monthPieces: monthPieces(timeZone),
  })
  return searchedPage(em, searched, q, (fork, search) =>
    keysetPage(fork, {
      entity: CustomerAccountEntity,
      selection,
      where: [...where, ...search],
      limit,
      cursor,
      countCap: searchCountCap,
    }),
  )
}

const ofMember = select(CustomerAccountEntity, MemberAccount)

/** An account as its members see it. @throws {ProblemError} 404 when no account has this id. */
export const getMemberAccount = (em: EntityManager, id: string): Promise<MemberAccount> =>
  ofMember.readOne(em, sql`where ${account.id} = ${id}`, () => notFound('account'))

const shown = select(CustomerAccountEntity, AccountDetail, {
  leadId: sql`(select ${lead.id} from ${table(LeadEntity)} as lead where ${lead.id} = ${account.leadId})`,
  leadName: sql`(select ${lead.firstName} || ' ' || ${lead.lastName} from ${table(LeadEntity)} as lead where ${lead.id} = ${account.leadId})`,
  changedAt: sql`null`,
  changedBy: sql`null`,
})

/** @throws {ProblemError} 404 when no account has this id. */
export async function getAccount(em: EntityManager, id: string): Promise<AccountDetail> {
  const found = await shown.readOne(em, sql`where ${account.id} = ${id}`, () => notFound('account'))
  return withItsLastChange(em, found)
}

/** The workspace of an account. @throws {ProblemError} 404 when no account has this id. */
export async function workspaceOf(em: EntityManager, account: string, mode: PieceMode) {
  const found = await tables(em)
    .selectFrom('workspace')
    .select('id')
    .where('account', '=', account)
    .where('mode', '=', mode)
    .executeTakeFirstOrThrow(() => notFound('account'))
  return { id: found.id, mode }
}
