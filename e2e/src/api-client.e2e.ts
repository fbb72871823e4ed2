import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from './test.ts'

const run = promisify(execFile)
const client = path.join(import.meta.dirname, '../../packages/api-client')

/** The package as others install it: packed and unpacked, with its dependencies but without our sources. */
async function installPacked(folder: string): Promise<void> {
  await run('pnpm', ['pack', '--pack-destination', folder], { cwd: client })
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? ''
  await run('tar', ['-xzf', name], { cwd: folder })
  mkdirSync(path.join(folder, 'node_modules/@app'), { recursive: true })
  mkdirSync(path.join(folder, 'node_modules/@tanstack'))
  cpSync(path.join(folder, 'package'), path.join(folder, 'node_modules/@app/api-client'), { recursive: true })
  for (const dependency of ['@tanstack/react-query', 'react'])
    symlinkSync(path.join(client, 'node_modules', dependency), path.join(folder, 'node_modules', dependency))
}

test('the quick start of the packed API client works as its README describes', async ({ baseURL }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'api-client-'))
  try {
    await installPacked(folder)
    const readme = readFileSync(path.join(client, 'README.md'), 'utf8')
    writeFileSync(path.join(folder, 'quick-start.mjs'), /```js\n(.*?)```/s.exec(readme)?.[1] ?? '')
    const env = { ...process.env, API_URL: baseURL }
    const { stdout } = await run(process.execPath, ['quick-start.mjs'], { cwd: folder, env })
    expect(stdout).toMatch(/^\d+ products have a price\nstored 201, repeated the same lead\nrefused 400: \/email\n$/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
