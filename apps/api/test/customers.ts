import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Operation } from '@app/contract'
import { keyHash } from '../src/modules/keys/key-format.ts'
import { accountKeys } from '../src/modules/print/keys/keys.service.ts'

/** A customer's account with its two workspaces and a key for each. Changes are keyed by column name. */
export async function addAccount(
  db: pg.Client,
  changes: { id?: string; monthly_cap?: number; suspended?: boolean } = {},
) {
  const { id = randomUUID() } = changes
  await db.query(
    `insert into customer_account (id, name, billing_name, billing_email, monthly_cap, suspended)
     values ($1, 'Tulsa Roofing Example', 'Dana Example', 'billing@example.com', $2, $3)`,
    [id, changes.monthly_cap ?? null, changes.suspended ?? false],
  )
  const add = async (mode: 'test' | 'live') => {
    const workspace = randomUUID()
    await db.query('insert into workspace (id, account_id, mode) values ($1, $2, $3)', [workspace, id, mode])
    const { key, prefix } = accountKeys[mode].newKey()
    await db.query(
      `insert into print_key (id, workspace_id, name, prefix, hash, scopes) values ($1, $2, 'Key', $3, $4, $5)`,
      [randomUUID(), workspace, prefix, keyHash(key), ['proofs', 'templates', 'assets', 'pieces', 'webhooks']],
    )
    return { workspace, key }
  }
  return { id, test: await add('test'), live: await add('live') }
}

/** A member of an account who has never signed in. */
export async function addMember(db: pg.Client, account: string, email = `member-${randomUUID()}@example.com`) {
  const id = randomUUID()
  await db.query(
    `insert into customer_member (id, account_id, email, name, invited_by) values ($1, $2, $3, 'Dana Example', 'Staff')`,
    [id, account, email],
  )
  return { id, email }
}

/** A member's sign-in link, as the API creates it. Resolves with its token. */
export async function addLink(db: pg.Client, member: string, lifetime = '30 minutes'): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await db.query(
    `insert into sign_in_challenge (hash, kind, member_id, expires_at) values ($1, 'sign_in_link', $2, now() + $3::interval)`,
    [createHash('sha256').update(token).digest(), member, lifetime],
  )
  return token
}

/** Signs a member in. Resolves with their cookie. */
export async function signInMember(app: FastifyInstance, db: pg.Client, member: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/account/sessions',
    payload: { token: await addLink(db, member) },
  })
  const [cookie] = answer.cookies
  if (!cookie) throw new Error(`sign-in answered ${answer.statusCode}: ${answer.body}`)
  return `${cookie.name}=${cookie.value}`
}

export interface Credentials {
  /** Cookie of staff. */
  cookie: string
  /** Cookie of a member. */
  member: string
  key: string
}

/** The credentials that an operation accepts: a key, a member's cookie, or a staff cookie. */
export function headersFor({ security }: Pick<Operation, 'security'>, { cookie, member, key }: Credentials) {
  if (security.includes('printKey')) return { authorization: `Bearer ${key}` }
  return { cookie: security.includes('memberSession') ? member : cookie }
}

/** An account with a signed-in member. */
export async function addCustomer(app: FastifyInstance, db: pg.Client, changes: Parameters<typeof addAccount>[1] = {}) {
  const account = await addAccount(db, changes)
  const member = await addMember(db, account.id)
  return { ...account, member, cookie: await signInMember(app, db, member.id) }
}
