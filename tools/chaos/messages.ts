import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { killTree } from '../load/processes.ts'
import { sendLeads, until } from './crm.ts'
import type { Fault } from './fault.ts'

const healLimitMs = 60_000
/** Of the receiver, so that a kill meets calls in the middle. */
const delayMs = 80

interface Received {
  id: string
  lead: string
}

/** A webhook that answers a moment after it took a message. */
async function startReceiver() {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    const { data } = JSON.parse(await text(request))
    received.push({ id: String(request.headers['webhook-id']), lead: data.id })
    await sleep(delayMs)
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { received, url: `http://127.0.0.1:${port}/`, close: () => server.close() }
}

export const messageFaults: Fault[] = [
  {
    id: 'R62',
    name: 'the worker is killed in the middle of sending webhooks, 4 times',
    underLoad: false,
    async strike(stage, findings) {
      const { received, url, close } = await startReceiver()
      await stage.query(
        'truncate lead, lead_event, message, message_rest, message_target, notification_rule, inbox_item',
      )
      const target = randomUUID()
      await stage.query(
        `insert into message_target (id, name, kind, url, secret) values ($1, 'Chaos', 'webhook', $2, 'whsec_${Buffer.alloc(32).toString('base64')}')`,
        [target, url],
      )
      await stage.query(
        `insert into notification_rule (id, event, condition, channel, target_id) values ($1, 'lead', 'all', 'target', $2)`,
        [randomUUID(), target],
      )
      await sendLeads(stage, findings)
      for (let kill = 0; kill < 4; kill += 1) {
        const before = received.length
        await until(async () => received.length > before, 20_000)
        killTree(stage.worker.pid() ?? 0)
      }
      const waiting = async () =>
        (await stage.query(`select 1 from lead where id not in (select lead_id from message where status = 'sent')`))
          .length
      const isHealed = await until(async () => (await waiting()) === 0, healLimitMs)
      findings.failUnless(isHealed, `${await waiting()} leads were not told of`)
      const leads = await stage.query<{ id: string }>('select id from lead')
      const idsOf = (lead: string) => new Set(received.filter((call) => call.lead === lead).map(({ id }) => id))
      const lost = leads.filter(({ id }) => idsOf(id).size === 0)
      const twice = leads.filter(({ id }) => idsOf(id).size > 1)
      findings.failUnless(lost.length === 0, `${lost.length} leads never reached the receiver`)
      findings.failUnless(twice.length === 0, `${twice.length} leads reached it under several ids`)
      findings.figure(`${received.length} calls for ${leads.length} leads, each under one id`)
      close()
    },
  },
]
