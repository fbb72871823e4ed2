import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from './test.ts'

const client = path.join(import.meta.dirname, '../../packages/api-client')

/** The package as somebody else gets it: packed, unpacked, with its dependencies beside it and no sources in reach. */
function installPacked(folder: string): void {
  const packed = spawnSync('pnpm', ['pack', '--pack-destination', folder], { cwd: client, encoding: 'utf8' })
  expect(packed.status, packed.stdout + packed.stderr).toBe(0)
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz')) ?? ''
  expect(spawnSync('tar', ['-xzf', name], { cwd: folder }).status).toBe(0)
  mkdirSync(path.join(folder, 'node_modules/@app'), { recursive: true })
  mkdirSync(path.join(folder, 'node_modules/@tanstack'))
  cpSync(path.join(folder, 'package'), path.join(folder, 'node_modules/@app/api-client'), { recursive: true })
  for (const dependency of ['@tanstack/react-query', 'react'])
    symlinkSync(path.join(client, 'node_modules', dependency), path.join(folder, 'node_modules', dependency))
}

test('the quick start of the packed API client does what its README says', ({ baseURL }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'api-client-'))
  try {
    installPacked(folder)
    const readme = readFileSync(path.join(client, 'README.md'), 'utf8')
    writeFileSync(path.join(folder, 'quick-start.mjs'), /```js\n(.*?)```/s.exec(readme)?.[1] ?? '')
    const { status, stdout, stderr } = spawnSync(process.execPath, ['quick-start.mjs'], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, API_URL: baseURL },
    })
    expect(status, stderr).toBe(0)
    expect(stdout).toMatch(/^\d+ products have a price\nstored 201, repeated the same lead\nrefused 400: \/email\n$/)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
