import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type Attack, attack } from './attack.ts'
import { asOwner, isProblem } from './calls.ts'

const targets = '/api/admin/message-targets'
const insideHosts = [
  '127.0.0.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '0',
  'localhost',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '10.0.0.1',
  '192.168.1.1',
  '172.16.0.1',
  '100.64.0.1',
  '169.254.169.254',
  '[fd00::1]',
  '[fe80::1]',
]
/** Names that only a call resolves. */
const insideNames = ['localhost.', 'ip6-localhost', 'localhost.localdomain']

export const messageAttacks: Attack[] = [
  attack('E29', 'webhooks that lead into our own network', async (target, checks) => {
    let connections = 0
    const inside = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    inside.listen(0, '::')
    await once(inside, 'listening')
    // A server that listens on a port has such an address.
    const { port } = inside.address() as AddressInfo
    const hook = { name: 'E29', kind: 'webhook', isActive: true }

    for (const url of [
      ...insideHosts.map((host) => `https://${host}:${port}/latest/meta-data/`),
      'http://hooks.example.com/',
      'https://user:password@hooks.example.com/',
    ]) {
      const answer = await asOwner(target, targets, { ...hook, url })
      checks.failUnless(await isProblem(answer, 400), `${url} answered ${answer.status}`)
    }
    for (const name of insideNames) {
      const made = await asOwner(target, targets, { ...hook, url: `https://${name}:${port}/` })
      // An answer of the contract, as below.
      const { id } = (await made.json()) as { id?: string }
      const sent = await asOwner(target, '/api/admin/messages/test', { targetId: id ?? null })
      const message = (await sent.json()) as { id: string }
      checks.failUnless(await isTried(message.id), `nobody tried to send to ${name}`)
      if (id) await asOwner(target, `${targets}/${id}`, {}, 'DELETE')
    }
    inside.close()
    checks.failUnless(connections === 0, `${connections} connections came in`)

    async function isTried(id: string): Promise<boolean> {
      for (let attempt = 0; attempt < 100; attempt++) {
        const answer = await fetch(`${target.plain}/api/admin/messages?limit=50`, {
          headers: { cookie: target.cookie },
        })
        const messages = (await answer.json()) as { id: string; attempts: number }[]
        if (messages.some((one) => one.id === id && one.attempts > 0)) return true
        await wait(200)
      }
      return false
    }
  }),
]
