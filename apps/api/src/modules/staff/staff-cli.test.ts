import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { postSignIn, startApp } from '../../../test/harness.ts'

const { app, config, db, makeStaff } = await startApp()

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

test('an account is made once, listed, closed with its sessions, and opened with another password', async () => {
  const made = await cli('staff', 'add', 'Dana@Example.com', '--name', 'Dana Example', '--role', 'editor')
  expect(made.code).toBe(0)
  expect(await signIn('dana@example.com', passwordIn(made.output))).toBe(303)
  expect((await cli('staff', 'add', 'dana@example.com', '--name', 'Again')).code).toBe(1)
  expect((await cli('staff', 'list')).output).toContain('dana@example.com\teditor\tactive\tDana Example')

  expect((await cli('staff', 'disable', 'dana@example.com')).code).toBe(0)
  expect(await signIn('dana@example.com', passwordIn(made.output))).toBe(401)
  expect((await cli('staff', 'list')).output).toContain('dana@example.com\teditor\tdisabled')

  const reset = await cli('staff', 'reset-password', 'dana@example.com')
  expect(await signIn('dana@example.com', passwordIn(reset.output))).toBe(303)
  expect(await signIn('dana@example.com', passwordIn(made.output))).toBe(401)
})

test('closing an account ends its sessions at once', async () => {
  const { email, cookie } = await makeStaff('viewer')
  expect(await isSignedIn(cookie)).toBe(true)
  await cli('staff', 'disable', email)
  expect(await isSignedIn(cookie)).toBe(false)
})

test('a person who lost everything gets access again with two commands', async () => {
  const { email, cookie } = await makeStaff('owner')
  await db.query(
    `insert into staff_authenticator (staff_id, secret, added_at) select id, 'sealed', now() from staff_user where email = $1`,
    [email],
  )
  const { output } = await cli('staff', 'reset-password', email)
  expect(await signIn(email, passwordIn(output))).toBe(200)
  expect((await cli('staff', 'reset-second-factor', email)).code).toBe(0)
  expect(await isSignedIn(cookie)).toBe(false)
  expect(await signIn(email, passwordIn(output))).toBe(303)
})

test.each([
  [['staff', 'add', 'nobody', '--name', 'N'], 'not valid'],
  [['staff', 'add', 'a@example.com', '--name', 'A', '--role', 'king'], '--role must be'],
  [['staff', 'add', 'a@example.com'], '--name must'],
  [['staff', 'disable', 'nobody@example.com'], 'The account was not found.'],
  [['staff', 'reset-password', 'nobody@example.com'], 'The account was not found.'],
  [['staff', 'reset-second-factor', 'nobody@example.com'], 'The account was not found.'],
  [['staff'], 'usage'],
  [['nonsense'], 'usage'],
])('%j is refused in one clear line', async (args, words) => {
  const { code, output } = await cli(...args)
  expect(code).toBe(1)
  expect(output).toContain(words)
})
