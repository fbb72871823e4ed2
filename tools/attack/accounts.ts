import { randomUUID } from 'node:crypto'
import { brand } from '@app/brand'
import { median } from '../load/quantile.ts'
import { operationTable } from '@app/contract'
import { type Attack, attack } from './attack.ts'
import { asOwner, exchange, isProblem, paths, product, query, template } from './calls.ts'
import { owner, signIn, type Target } from './target.ts'

const form = (target: Target, path: string, fields: Record<string, string> | string) =>
  fetch(target.plain + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })

const signInStatus = async (target: Target, email: string, password: string) =>
  (await form(target, '/api/login', { email, password })).status

/** Invites somebody and returns the secret part of the link. */
async function invite(target: Target, email: string): Promise<string> {
  const answer = await asOwner(target, '/api/admin/staff-invitations', { email, name: 'A', role: 'viewer' })
  // An answer of the contract.
  const { path } = (await answer.json()) as { path: string }
  return path.split('link=')[1] ?? ''
}

const setPassword = async (target: Target, token: string, password: string) =>
  (await form(target, '/api/set-password', { token, password, repeated: password })).status

export const accountAttacks: Attack[] = [
  attack('A05', 'paths that other software parses differently', async (target, checks) => {
    for (const [path, status] of [
      ['/api//admin/leads', 404],
      ['/API/ADMIN/leads', 404],
      ['/api/admin/leads/', 401],
      ['/api/x/../admin/leads', 404],
      ['/api/%61dmin/leads', 401],
      ['/api/admin%2fleads', 404],
      ['/api/admin/leads;x', 404],
      ['/api/admin/leads?/x', 401],
      ['/api/admin/leads%00', 404],
      // The staff app is one page for every path below its own; it holds no data.
      ['/admin/../api/admin/leads', 200],
      ['http://localhost/api/admin/leads', 401],
    ] as const) {
      const answer = await exchange(target, `GET ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close', '', '')
      const isPage = answer.body.startsWith('<!doctype html')
      checks.failUnless(
        answer.status === status && (status !== 200 || isPage),
        `${path} answered ${answer.status} instead of ${status}`,
      )
    }
  }),
  attack('A25', 'sign-out by a sibling host, by HEAD or by a browser that hides its origin', async (target, checks) => {
    const cookie = await signIn(target.plain)
    const user = async () => (await fetch(`${target.plain}/api/auth/user`, { headers: { cookie } })).status
    for (const [method, headers] of [
      ['GET', { 'sec-fetch-site': 'same-site' }],
      ['GET', { 'sec-fetch-site': 'cross-site' }],
      ['GET', { referer: 'https://evil.example/' }],
      ['GET', {}],
      ['HEAD', { 'sec-fetch-site': 'same-origin' }],
      ['POST', { origin: target.plain.replace('http:', 'https:') }],
      ['POST', { origin: 'https://evil.example' }],
    ] as const) {
      await fetch(`${target.plain}/api/logout`, { method, redirect: 'manual', headers: { cookie, ...headers } })
      checks.failUnless((await user()) === 200, `${method} with ${JSON.stringify(headers)} ended the session`)
    }
  }),
  attack('A07', 'IDs of other records, of no record and of the wrong type', async (target, checks) => {
    // Answers of the contract.
    const made = (await (await asOwner(target, paths.products, product)).json()) as { id: string }
    for (const [id, status] of [
      [made.id, 404],
      [randomUUID(), 404],
      ['0', 400],
      ['-1', 400],
      ['1e9', 400],
      ['null', 400],
      ['%00', 400],
      // Clients resolve these themselves, to the folder above.
      ['..', 404],
      ['%2e%2e', 404],
      ['a'.repeat(10_000), 400],
    ] as const)
      for (const [method, body] of [
        ['PUT', template],
        ['DELETE', undefined],
      ] as const) {
        const answer = await fetch(`${target.plain}${paths.templates}/${id}`, {
          method,
          headers: { cookie: target.cookie, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        })
        const failure = `${method} ${id.slice(0, 12)} answered ${answer.status} instead of a problem of ${status}`
        checks.failUnless(await isProblem(answer, status), failure)
      }
    const [row] = await query<{ version: number }>(
      target,
      `select version from pricing_product where id = '${made.id}'`,
    )
    checks.failUnless(row?.version === 1, 'the record of another kind changed')
  }),
  attack(
    'B05',
    'the response time of a wrong password, for an existing and an unknown account',
    async (target, checks) => {
      const took: [string, number[]][] = [
        [owner.email, []],
        ['nobody@example.com', []],
      ]
      // Interleaved, so that other load on the machine slows both alike.
      for (let n = 0; n < 50; n += 1)
        for (const [email, times] of took) {
          const start = performance.now()
          await signInStatus(target, email, 'not the password')
          times.push(performance.now() - start)
        }
      const [known, unknown] = took.map(([, times]) => median(times))
      const ratio = (known ?? 0) / (unknown ?? 1)
      checks.failUnless(ratio > 0.8 && ratio < 1.25, `response times differ by a factor of ${ratio.toFixed(2)}`)
    },
  ),
  attack('B06', 'passwords that are long, unusual, truncated or trimmed', async (target, checks) => {
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
      checks.failUnless(set === 200, `password ${n} was refused with ${set}`)
      checks.failUnless((await signInStatus(target, email, password)) === 303, `password ${n} does not sign in`)
      for (const other of [password.slice(0, -1), `${password}x`, password.trim()])
        if (other !== password)
          checks.failUnless(
            (await signInStatus(target, email, other)) === 401,
            `password ${n} is also accepted when cut, extended or trimmed`,
          )
    }
    const tooLong = await setPassword(target, await invite(target, 'b06@example.com'), long.repeat(9))
    checks.failUnless(tooLong === 400, `1,152 characters answered ${tooLong}`)
  }),
  attack('B07', 'common passwords', async (target, checks) => {
    const token = await invite(target, 'b07@example.com')
    const name = brand.productName.toLowerCase()
    for (const password of ['password', '12345678', `${name}123`, `${name}123456789`, 'password1234', 'aaaaaaaaaaaa'])
      checks.failUnless((await setPassword(target, token, password)) === 422, `${password} was taken`)
  }),
  attack('B08', 'default accounts of other products', async (target, checks) => {
    for (const email of [owner.email, 'admin@example.com', 'admin', 'root'])
      for (const password of ['', 'admin', 'password', 'changeme', 'owner', 'postgres', owner.email]) {
        const status = await signInStatus(target, email, password)
        checks.failUnless(status === 401, `${email} with ${password} answered ${status}`)
      }
  }),
  attack('B09', 'weak password hashes in the database', async (target, checks) => {
    const hashes = (await query<{ hash: string }>(target, 'select password_hash as hash from staff_user')).map(
      ({ hash }) => /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]{22,})\$/.exec(hash),
    )
    checks.failUnless(
      hashes.length > 1 && hashes.every((hash) => Number(hash?.[1]) >= 19_456 && Number(hash?.[2]) >= 2),
      'a hash is weaker than argon2id of 19 MiB twice',
    )
    checks.failUnless(new Set(hashes.map((hash) => hash?.[3])).size === hashes.length, 'two hashes share a salt')
  }),
  attack('B11', 'SQL and objects where an email belongs', async (target, checks) => {
    for (const email of ["' OR 1=1--", "admin'/*", `${owner.email}' --`, '%', '\u0000'])
      checks.failUnless((await signInStatus(target, email, 'x')) === 401, `${email} signs in`)
    for (const body of ['email[$ne]=&password[$ne]=', 'email=a&email=b&password=c', 'email=a', '__proto__[a]=b']) {
      const { status } = await form(target, '/api/login', body)
      checks.failUnless(status === 400, `${body} answered ${status}`)
    }
  }),
  attack('B15', 'changing the email or password in a stolen session', async (target, checks) => {
    const writes = operationTable.filter(
      ({ method, url }) => method !== 'GET' && /password|email|account|profile/.test(url),
    )
    const known = ['/api/set-password', '/api/admin/staff/:id/password-reset', '/api/auth/password']
    checks.failUnless(
      writes.every(({ url }) => known.includes(url)),
      `unknown operations write accounts: ${writes.map(({ url }) => url).join()}`,
    )
    const me = await fetch(`${target.plain}/api/auth/user`, { headers: { cookie: target.cookie } })
    // An answer of the contract.
    const { id } = (await me.json()) as { id: string }
    const { status } = await fetch(`${target.plain}/api/admin/staff/${id}/password-reset`, {
      method: 'POST',
      headers: { cookie: target.cookie },
    })
    checks.failUnless(status === 409, `a reset link for one's own account answered ${status}`)
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
      checks.failUnless(changed.status === 400, `${JSON.stringify(body)} answered ${changed.status}`)
    }
  }),
]
