import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { addAccount, addMember } from '../../../test/customers.ts'
import { anotherInstance, insertLead } from '../../../test/harness.ts'
import { startWithCustomers } from '../../../test/with-customers.ts'

const { db, config, makeStaff, countRows, app, asEditor: call, sendCard } = await startWithCustomers()
const send = async (key: string, changes: object = {}): Promise<string> => (await sendCard(key, changes)).json().Id
const withMail = await anotherInstance(config, { SMTP_URL: 'smtp://127.0.0.1:1' })
afterAll(() => withMail.close())

const input = (changes: object = {}) => ({
  name: 'Tulsa Roofing Example',
  billingName: 'Dana Example',
  billingEmail: 'billing@example.com',
  members: [],
  ...changes,
})
const create = (changes: object = {}) => call('POST', 'accounts', input(changes))
const wonLead = async (changes: Record<string, unknown> = {}) => {
  const id = randomUUID()
  await insertLead(db, { id, stage: 'won', ...changes })
  return id
}
describe('listAccounts', () => {
  test('200 newest first, page by page, with their members and pieces this month, and searchable by names and emails', async () => {
    const first = await addAccount(db)
    await db.query(`update customer_account set name = 'Müller Gärten', created_at = now() - interval '1 day'`)
    await addMember(db, first.id, 'erika@gaerten.example')
    const second = await addAccount(db, { suspended: true })
    await send(first.live.key)
    await send(first.test.key)
    const listed = await call('GET', 'accounts', undefined, { role: 'viewer' })
    expect(listed.json()).toMatchObject([
      { id: second.id, suspended: true, members: 0, monthPieces: 0 },
      { id: first.id, name: 'Müller Gärten', members: 1, monthPieces: 1 },
    ])
    expect(listed.headers['x-total-count']).toBe('2')
    const page = await call('GET', 'accounts?limit=1')
    const next = /<\/api\/admin\/([^>]+)>; rel="next"/.exec(String(page.headers.link))?.[1] ?? ''
    expect([...page.json(), ...(await call('GET', next)).json()]).toEqual((await call('GET', 'accounts')).json())
    const found = async (query: string) =>
      (await call('GET', `accounts?${query}`)).json().map(({ id }: { id: string }) => id)
    for (const q of ['muller', 'erika', 'gaerten.example garten', 'Gartn'])
      expect(await found(`q=${q}`)).toEqual([first.id])
    expect(await found('q=roofing')).toEqual([second.id])
    expect(await found('suspended=true')).toEqual([second.id])
    expect(await found('suspended=false&q=billing@example.com')).toEqual([first.id])
  })
})

describe('createAccount', () => {
  test('201 from a won lead, with two workspaces, its members, and an entry in the history', async () => {
    const leadId = await wonLead()
    const members = [{ name: 'Dana Example', email: 'Dana@Example.com' }]
    const answer = await create({ leadId, monthlyCap: 5000, members })
    expect(answer.statusCode).toBe(201)
    const { account, invitations } = answer.json()
    expect(account).toMatchObject({ leadId, leadName: 'Dana Example', monthlyCap: 5000, suspended: false, version: 1 })
    expect(invitations).toMatchObject([{ member: { email: 'dana@example.com', lastSignInAt: null } }])
    const { rows } = await db.query('select mode from workspace where account_id = $1 order by mode', [account.id])
    expect(rows).toEqual([{ mode: 'live' }, { mode: 'test' }])
    expect((await call('GET', `leads/${leadId}`)).json()).toMatchObject({ accountId: account.id })
    const [another, duplicate] = [await wonLead(), await wonLead({ merged_into: leadId })]
    expect((await call('GET', `leads/${another}`)).json().accountId).toBeUndefined()
    expect((await call('GET', `leads/${duplicate}`)).json().accountId).toBeUndefined()
    await db.query('update lead set merged_into = $1 where id in ($2, $3)', [another, leadId, duplicate])
    const latest = await wonLead()
    await db.query('update lead set merged_into = $1 where id = $2', [latest, another])
    expect((await call('GET', `leads/${latest}`)).json()).toMatchObject({ accountId: account.id })
    const history = (await call('GET', `accounts/${account.id}/changes`)).json()
    expect(history.map(({ action }: { action: string }) => action)).toEqual(['member_invite', 'create'])
  })

  test('201 with sign-in links where there is no email server, or with invitations by email', async () => {
    const members = [{ name: 'Dana', email: 'dana@example.com' }]
    const [{ link }] = (await create({ members })).json().invitations
    expect(link.url).toMatch(/^http:\/\/localhost:3000\/account\/sign-in#token=[\w-]{43}$/)
    const token = link.url.slice(-43)
    const entered = await app.inject({ method: 'POST', url: '/api/account/sessions', payload: { token } })
    expect(entered.json()).toMatchObject({ email: 'dana@example.com' })
    const links = await countRows('sign_in_challenge')
    const { cookie } = await makeStaff('editor')
    const answer = await withMail.inject({
      method: 'POST',
      url: '/api/admin/accounts',
      headers: { cookie },
      payload: input({ members: [{ name: 'Erika', email: 'erika@example.com' }] }),
    })
    expect(answer.json().invitations).toMatchObject([{ link: null }])
    const { rows } = await db.query('select kind, recipient, content from message')
    expect(rows).toEqual([{ kind: 'invitation', recipient: 'erika@example.com', content: { paragraphs: [] } }])
    expect(await countRows('sign_in_challenge')).toBe(links)
  })

  test('400 for a lead that is not won, is spam, was merged, or has an account', async () => {
    const leadId = await wonLead()
    expect((await create({ leadId })).statusCode).toBe(201)
    const leads = [
      leadId,
      await wonLead({ stage: 'qualified' }),
      await wonLead({ is_spam: true }),
      await wonLead({ merged_into: leadId }),
      randomUUID(),
    ]
    for (const id of leads) {
      const answer = await create({ leadId: id })
      expect([answer.statusCode, answer.json().errors?.[0]?.pointer]).toEqual([400, '/leadId'])
    }
    expect(await countRows('customer_account')).toBe(1)
  })

  test('201 for one of two who open an account from the same lead at the same time', async () => {
    const leadId = await wonLead()
    const answers = await Promise.all(Array.from({ length: 4 }, () => create({ leadId })))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([201, 400, 400, 400])
  })

  test('409 for an email that belongs to a member, and nothing is stored', async () => {
    const { id } = await addAccount(db)
    await addMember(db, id, 'dana@example.com')
    const members = [
      { name: 'New', email: 'new@example.com' },
      { name: 'Dana', email: 'DANA@example.com' },
    ]
    const answer = await create({ members })
    expect([answer.statusCode, answer.json().errors]).toMatchObject([409, [{ pointer: '/members/1/email' }]])
    expect([await countRows('customer_account'), await countRows('customer_member')]).toEqual([1, 1])
  })
})

describe('getAccount', () => {
  test('200 without the lead after it is deleted, and 404 for an unknown id', async () => {
    const leadId = await wonLead()
    const { account } = (await create({ leadId })).json()
    await db.query('delete from lead')
    expect((await call('GET', `accounts/${account.id}`)).json()).toMatchObject({ leadId: null, leadName: null })
    expect((await call('GET', `accounts/${randomUUID()}`)).statusCode).toBe(404)
  })
})

describe('updateAccount', () => {
  const patch = (id: string, payload: object, version?: number) =>
    call('PATCH', `accounts/${id}`, payload, { headers: version ? { 'if-match': `"${version}"` } : {} })

  test('200 suspends an account, whose pieces are rejected, and Undo lets it send again', async () => {
    const { id, live } = await addAccount(db)
    const changed = await patch(id, { suspended: true }, 1)
    expect(changed.json()).toMatchObject({ suspended: true, version: 2, changedBy: 'Staff editor' })
    const refused = await sendCard(live.key)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'account_suspended'])
    const group = String(changed.headers['change-group'])
    expect((await call('POST', `changes/${group}/revert`)).statusCode).toBe(200)
    expect(await send(live.key)).toMatch(/^piece_/)
  })

  test('200 removes a cap with null, and keeps the other fields', async () => {
    const { id } = await addAccount(db, { monthly_cap: 5 })
    expect((await patch(id, { monthlyCap: null, name: ' New name ' })).json()).toMatchObject({
      monthlyCap: null,
      name: 'New name',
      billingEmail: 'billing@example.com',
    })
  })

  test('412 for an outdated version, and 400 for invalid values', async () => {
    const { id } = await addAccount(db)
    await patch(id, { name: 'Mine' })
    const stale = await patch(id, { name: 'Yours' }, 1)
    expect([stale.statusCode, stale.json().records]).toMatchObject([412, [{ id, version: 2 }]])
    for (const payload of [{ monthlyCap: -1 }, { monthlyCap: 100_001 }, { billingEmail: 'x' }, { leadId: null }])
      expect((await patch(id, payload)).statusCode).toBe(400)
    expect((await patch(randomUUID(), { name: 'x' })).statusCode).toBe(404)
  })
})
