import { MemberAccount } from '@app/contract'
import { sql } from 'kysely'
import * as Type from 'typebox'
import { prepared, reader, columns, table, instantText } from '../../db/sql.ts'
import type { EntityManager } from '../../entities/database.ts'
import { SessionEntity } from '../../entities/accounts.entity.ts'
import { CustomerAccountEntity, CustomerMemberEntity, WorkspaceEntity } from '../../entities/customers.entity.ts'
import { memberOwner } from '../../entities/owner.ts'
import { sessionLifetimes, sessionSql } from '../sessions/session-lifetime.ts'

const session = columns(SessionEntity, 's')
const member = columns(CustomerMemberEntity, 'm')
const account = columns(CustomerAccountEntity, 'a')
const live = columns(WorkspaceEntity, 'live')
const test = columns(WorkspaceEntity, 'test')

const SignedIn = {
  id: Type.String(),
  name: Type.String(),
  email: Type.String(),
  account: MemberAccount,
  workspaces: Type.Object({ live: Type.String(), test: Type.String() }),
  endsAt: Type.String(),
}

/** A member with their account and its workspaces. */
const signedIn = sql`
  ${member.id} as id, ${member.name} as name, ${member.email} as email,
  jsonb_build_object('id', ${account.id}, 'name', ${account.name}, 'billingName', ${account.billingName},
    'billingEmail', ${account.billingEmail}, 'monthlyCap', ${account.monthlyCap}, 'suspended', ${account.suspended}) as account,
  jsonb_build_object('live', ${live.id}, 'test', ${test.id}) as workspaces`

const members = sql`${table(CustomerMemberEntity)} m
  join ${table(CustomerAccountEntity)} a on ${account.id} = ${member.account}
  join ${table(WorkspaceEntity)} live on ${live.account} = ${account.id} and ${live.mode} = 'live'
  join ${table(WorkspaceEntity)} test on ${test.account} = ${account.id} and ${test.mode} = 'test'`

const life = sessionSql('member')

const living = prepared(
  sql`select ${signedIn}, ${life.isStale} as "isStale", ${life.endsAt} as "endsAt"
        from ${table(SessionEntity)} s join (${members}) on ${member.id} = ${session.member}
       where ${life.isAlive}`,
)

const foundSession = reader(Type.Object({ ...SignedIn, isStale: Type.Boolean() }))

/** An active session by the hash of its id, with its member. */
export async function findMemberSession(em: EntityManager, idHash: Buffer) {
  const [row] = await foundSession(em, sql`${living} and ${session.idHash} = ${idHash}`)
  if (!row) return undefined
  const { isStale, endsAt, ...signedInMember } = row
  return { owner: memberOwner(row.id), member: signedInMember, isStale, endsAt }
}

const foundMember = reader(Type.Object(SignedIn))

/** A member who is signing in, and when the session will end. */
export async function findSignedIn(em: EntityManager, id: string) {
  const end = sql`(now() + make_interval(hours => ${sessionLifetimes.member.absoluteHours}))`
  const [row] = await foundMember(
    em,
    sql`select ${signedIn}, ${instantText(end)} as "endsAt" from ${members} where ${member.id} = ${id}`,
  )
  return row
}
