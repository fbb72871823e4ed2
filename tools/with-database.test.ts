import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './product/paths.ts'

test('pnpm manage uses the database whose address is in a file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'manage-'))
  const [file, embedded] = [path.join(folder, 'address'), path.join(folder, 'postgres')]
  // Nothing listens at port 1 of this machine.
  writeFileSync(file, 'postgres://api@127.0.0.1:1/app')
  const env = { ...process.env, DATABASE_URL: '', DATABASE_URL_FILE: file, DATA_DIR: embedded }
  const { stderr } = spawnSync(process.execPath, ['tools/with-database.ts', 'staff', 'list'], {
    cwd: root,
    env,
    encoding: 'utf8',
  })
  expect(stderr).toContain('staff failed: ECONNREFUSED')
  expect(existsSync(embedded)).toBe(false)
})
