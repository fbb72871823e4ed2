import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '../product/paths.ts'

async function portInUseAt(address: string): Promise<number> {
  const holder = createServer().listen(0, address)
  await once(holder, 'listening')
  onTestFinished(() => void holder.close())
  // A TCP server that listens on a host and port has an AddressInfo, never a pipe's name.
  return (holder.address() as AddressInfo).port
}

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1')

test.each(['0.0.0.0', ...(hasIpv6 ? ['::1'] : [])])(
  'npm start ends with one line, and starts nothing, while another program listens on its port at %s',
  { tags: ['R47'] },
  async (address) => {
    const port = await portInUseAt(address)
    const dataDir = mkdtempSync(path.join(tmpdir(), 'port-in-use-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, HOST: '' }
    const start = spawn(process.execPath, ['tools/bootstrap.mjs', 'start'], {
      cwd: root,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onTestFinished(() => void start.kill())
    const [said, [code]] = await Promise.all([text(start.stderr), once(start, 'exit')])
    expect(said).toMatch(
      new RegExp(
        `^PORT ${port} is in use by another program; set PORT to choose another, for example PORT=\\d+ npm start\n$`,
      ),
    )
    expect(code).toBe(1)
    expect(readdirSync(dataDir)).toEqual([])
  },
)
