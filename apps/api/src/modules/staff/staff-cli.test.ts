import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { postSignIn, startApp } from '../../../test/harness.ts'

const { app, config, db, makeStaff } = await startApp()
const colleague = await makeStaff('viewer')

/** Runs a command as an operator does. */
async function cli(...args: string[]): Promise<{ code: number; output: string }> {
  const script = path.join(import.meta.dirname, '../../cli.ts')
  const command = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, DATABASE_URL: config.databaseUrl },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(command.stdout), text(command.stderr), once(command, 'close')])
  return { code: Number(code), output: out + err }
}

const passwordIn = (output: string) => /signs in with (\S+)/.exec(output)?.[1] ?? ''
const signIn = async (email: string, password: string) => (await postSignIn(app, { email, password })).statusCode
const isSignedIn = async (cookie: string) =>
  (await app.inject({ method: 'GET', url: '/api/auth/user', headers: { cookie } })).statusCode === 200

test('an account is created once, disabled with its sessions, listed, and restored for a person who lost all credentials', async () => {
  const made = await cli('staff', 'add', 'Dana@Example.com', '--name', 'Dana Example', '--role', 'editor')
  expect(made.code).toBe(0)
  const signedIn = await postSignIn(app, { email: 'dana@example.com', password: passwordIn(made.output) })
  const cookie = `${signedIn.cookies[0]?.name}=${signedIn.cookies[0]?.value}`
  expect(await isSignedIn(cookie)).toBe(true)
  const again = await cli('staff', 'add', 'dana@example.com', '--name', 'Again')
  expect([again.code, again.output]).toEqual([1, expect.stringContaining('already has an account')])

  expect((await cli('staff', 'disable', 'dana@example.com')).code).toBe(0)
  expect(await isSignedIn(cookie)).toBe(false)
  expect(await signIn('dana@example.com', passwordIn(made.output))).toBe(401)
  const { output: listed } = await cli('staff', 'list')
  expect(listed).toContain('dana@example.com\teditor\tdisabled\tDana Example')
  expect(listed).toContain(`${colleague.email}\tviewer\tactive\tStaff viewer`)

  await db.query(
    `insert into staff_authenticator (staff_id, secret, added_at)
     select id, 'sealed', now() from staff_user where email = 'dana@example.com'`,
  )
  const reset = await cli('staff', 'reset-password', 'dana@example.com')
  expect(await signIn('dana@example.com', passwordIn(made.output))).toBe(401)
  // The page that asks for a code.
  expect(await signIn('dana@example.com', passwordIn(reset.output))).toBe(200)
  expect((await cli('staff', 'reset-second-factor', 'dana@example.com')).code).toBe(0)
  expect(await signIn('dana@example.com', passwordIn(reset.output))).toBe(303)
  expect(await isSignedIn(colleague.cookie)).toBe(true)
})

test.each([
  [['staff', 'add', 'nobody', '--name', 'N'], 'not valid'],
  [['staff', 'add', 'a@example.com', '--name', 'A', '--role', 'king'], '--role must be'],
  [['staff', 'add', 'a@example.com'], '--name must'],
  [['staff', 'disable', 'nobody@example.com'], 'The account was not found.'],
  [['nonsense'], 'usage'],
])('%j is rejected with one clear line', async (args, words) => {
  const { code, output } = await cli(...args)
  expect(code).toBe(1)
  expect(output).toContain(words)
})
