import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawnNode, startScript } from 'tools/product'
import { expect, test } from './test.ts'

test(
  'npm start exits and stops its database when another program has taken its port in the meantime',
  { tag: '@R47' },
  async () => {
    test.slow()
    const folder = mkdtempSync(path.join(tmpdir(), 'port-in-use-'))
    // Responds like a product that is ready.
    const other = createServer((_request, response) => response.end('ready')).listen(0, '127.0.0.1')
    await once(other, 'listening')
    // A TCP server that listens on a host and port has an AddressInfo, never a pipe's name.
    const { port } = other.address() as AddressInfo
    const dataDir = path.join(folder, 'postgres')
    const env = { ...process.env, PORT: String(port), HOST: '', DATA_DIR: dataDir, DATABASE_URL: '' }
    const start = spawnNode(startScript, env, ['ignore', 'pipe', 'pipe'])
    let said = ''
    for (const stream of [start.stdout, start.stderr]) stream?.on('data', (part) => (said += String(part)))
    try {
      const [code] = await once(start, 'close')
      expect(code).toBe(1)
      expect(said).toContain(`PORT ${port} is in use by another program; set PORT to choose another`)
      expect(said).not.toContain('is running')
      expect(existsSync(path.join(dataDir, 'PG_VERSION'))).toBe(true)
      expect(existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(false)
    } finally {
      start.kill('SIGTERM')
      other.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
