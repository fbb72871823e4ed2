import { randomUUID } from 'node:crypto'
import { brand } from '@app/brand'
import { median } from '../load/median.ts'
import { operationTable } from '@app/contract'
import { type Attack, attack } from './attack.ts'
import { asOwner, exchange, isProblem, paths, product, query, template } from './calls.ts'
import { owner, type Target } from './target.ts'

const form = (target: Target, path: string, fields: Record<string, string> | string) =>
  fetch(target.plain + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

const signInStatus = async (target: Target, email: string, password: string) =>
  (await form(target, '/api/login', { email, password })).status

/** Invites somebody and answers the link's secret part. */
async function invite(target: Target, email: string): Promise<string> {
  const answer = await asOwner(target, '/api/admin/staff-invitations', { email, name: 'A', role: 'viewer' })
  // An answer of the contract.
  const { path } = (await answer.json()) as { path: string }
  return path.split('link=')[1] ?? ''
}

const setPassword = async (target: Target, token: string, password: string) =>
  (await form(target, '/api/set-password', { token, password, repeated: password })).status

export const accountAttacks: Attack[] = [
  attack('A05', 'paths that other programs read otherwise', async (target, claims) => {
    for (const path of [
      '/api//admin/leads',
      '/API/ADMIN/leads',
      '/api/admin/leads/',
      '/api/x/../admin/leads',
      '/api/%61dmin/leads',
      '/api/admin%2fleads',
      '/api/admin/leads;x',
      '/api/admin/leads?/x',
      '/api/admin/leads%00',
      '/admin/../api/admin/leads',
      'http://localhost/api/admin/leads',
    ]) {
      const answer = await exchange(target, `GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', '')
      // The staff app is one page for every path below its own; it holds no data.
      const isStaffPage = answer.status === 200 && path.startsWith('/admin') && answer.body.startsWith('<!doctype html')
      claims.holds(`${path} answered ${answer.status}`, [400, 401, 404].includes(answer.status) || isStaffPage)
    }
  }),
  attack('A07', 'ids of others, of nobody, and of no kind', async (target, claims) => {
    // Answers of the contract.
    const made = (await (await asOwner(target, paths.products, product)).json()) as { id: string }
    for (const id of [made.id, randomUUID(), '0', '-1', '1e9', 'null', '%00', '..', '%2e%2e', 'a'.repeat(10_000)])
      for (const [method, body] of [
        ['PUT', template],
        ['DELETE', undefined],
      ] as const) {
        const answer = await fetch(`${target.plain}${paths.templates}/${id}`, {
          method,
          headers: { cookie: target.cookie, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
        const words = `${method} ${id.slice(0, 12)} answered ${answer.status}`
        claims.holds(words, await isProblem(answer, 400, 404, 405, 414))
      }
    const [row] = await query<{ version: number }>(
      target,
      `select version from pricing_product where id = '${made.id}'`,
    )
    claims.holds('the record of another kind changed', row?.version === 1)
  }),
  attack(
    'B05',
    'the time that a wrong password takes, for an account that is there and one that is not',
    async (target, claims) => {
      const took: [string, number[]][] = [
        [owner.email, []],
        ['nobody@example.com', []],
      ]
      // In turn, so that whatever else the machine does slows both.
      for (let n = 0; n < 50; n += 1)
        for (const [email, times] of took) {
          const start = performance.now()
          await signInStatus(target, email, 'not the password')
          times.push(performance.now() - start)
        }
      const [known, unknown] = took.map(([, times]) => median(times))
      const ratio = (known ?? 0) / (unknown ?? 1)
      claims.holds(`they differ by ${ratio.toFixed(2)}`, ratio > 0.8 && ratio < 1.25)
    },
  ),
  attack('B06', 'passwords that are long, odd, cut or trimmed', async (target, claims) => {
    const long = Array.from({ length: 128 }, (_, n) => String.fromCodePoint(97 + (n % 26))).join('')
    for (const [n, password] of [
      long.slice(0, 64),
      long,
      'пароль из слов 🦉 ünï',
      ' leading and trailing ',
      'nul \u0000 in the middle',
    ].entries()) {
      const email = `b06-${n}@example.com`
      const set = await setPassword(target, await invite(target, email), password)
      claims.holds(`password ${n} was refused with ${set}`, set === 200)
      claims.holds(`password ${n} does not sign in`, (await signInStatus(target, email, password)) === 303)
      for (const other of [password.slice(0, -1), `${password}x`, password.trim()])
        if (other !== password)
          claims.holds(`password ${n} signs in otherwise`, (await signInStatus(target, email, other)) === 401)
    }
    const tooLong = await setPassword(target, await invite(target, 'b06@example.com'), long.repeat(9))
    claims.holds(`1,152 characters answered ${tooLong}`, tooLong === 400)
  }),
  attack('B07', 'passwords that everybody tries first', async (target, claims) => {
    const token = await invite(target, 'b07@example.com')
    const name = brand.productName.toLowerCase()
    for (const password of ['password', '12345678', `${name}123`, `${name}123456789`, 'password1234', 'aaaaaaaaaaaa'])
      claims.holds(`${password} was taken`, (await setPassword(target, token, password)) === 422)
  }),
  attack('B08', 'the accounts that other products come with', async (target, claims) => {
    for (const email of [owner.email, 'admin@example.com', 'admin', 'root'])
      for (const password of ['', 'admin', 'password', 'changeme', 'owner', 'postgres', owner.email]) {
        const status = await signInStatus(target, email, password)
        claims.holds(`${email} with ${password} answered ${status}`, status === 401)
      }
  }),
  attack('B09', 'the column of the hashes', async (target, claims) => {
    const hashes = (await query<{ hash: string }>(target, 'select password_hash as hash from staff_user')).map(
      ({ hash }) => /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]{22,})\$/.exec(hash),
    )
    claims.holds(
      'a hash is weaker than argon2id of 19 MiB twice',
      hashes.length > 1 && hashes.every((hash) => Number(hash?.[1]) >= 19_456 && Number(hash?.[2]) >= 2),
    )
    claims.holds('two share a salt', new Set(hashes.map((hash) => hash?.[3])).size === hashes.length)
  }),
  attack('B11', 'SQL and objects where an email belongs', async (target, claims) => {
    for (const email of ["' OR 1=1--", "admin'/*", `${owner.email}' --`, '%', '\u0000'])
      claims.holds(`${email} signs in`, (await signInStatus(target, email, 'x')) === 401)
    for (const body of ['email[$ne]=&password[$ne]=', 'email=a&email=b&password=c', 'email=a', '__proto__[a]=b']) {
      const { status } = await form(target, '/api/login', body)
      claims.holds(`${body} answered ${status}`, status === 400)
    }
  }),
  attack('B15', 'changing one’s email or password in a stolen session', async (target, claims) => {
    const writes = operationTable.filter(
      ({ method, url }) => method !== 'GET' && /password|email|account|profile/.test(url),
    )
    const known = ['/api/set-password', '/api/admin/staff/:id/password-reset', '/api/auth/password']
    claims.holds(
      `there are ${writes.map(({ url }) => url).join()}`,
      writes.every(({ url }) => known.includes(url)),
    )
    const me = await fetch(`${target.plain}/api/auth/user`, { headers: { cookie: target.cookie } })
    // An answer of the contract.
    const { id } = (await me.json()) as { id: string }
    const { status } = await fetch(`${target.plain}/api/admin/staff/${id}/password-reset`, {
      method: 'POST',
      headers: { cookie: target.cookie },
    })
    claims.holds(`a link for oneself answered ${status}`, status === 409)
    const newPassword = 'copper kettle orchard'
    for (const body of [
      { newPassword },
      { newPassword, currentPassword: '' },
      { newPassword, currentPassword: 'guess' },
    ]) {
      const changed = await fetch(`${target.plain}/api/auth/password`, {
        method: 'PUT',
        headers: { cookie: target.cookie, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      claims.holds(`${JSON.stringify(body)} answered ${changed.status}`, changed.status === 400)
    }
  }),
]
