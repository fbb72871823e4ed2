import { randomUUID } from 'node:crypto'
import autocannon from 'autocannon'

// Runs in its own process, so that generating load does not slow what is measured: cannon.ts <url> <clients> <seconds> [known]
const [url = '', clients = '', seconds = '', visitor = ''] = process.argv.slice(2)

/** As the site tells it of a visitor who came by a campaign and again by a code on a piece. */
const at = new Date().toISOString()
const touches = {
  first: {
    at,
    page: '/print',
    source: 'newsletter',
    medium: 'email',
    campaign: 'spring',
    referrer: 'news.example.com',
  },
  last: { at, page: '/print/postcards', mailCode: 'bench1' },
  formPage: '/print/postcards',
}

const result = await autocannon({
  url,
  connections: Number(clients),
  duration: Number(seconds),
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  requests: [
    {
      setupRequest(request) {
        const key = randomUUID()
        request.headers = { ...request.headers, 'idempotency-key': key }
        request.body = JSON.stringify({
          firstName: 'Dana',
          lastName: 'Example',
          email: `${key}@example.com`,
          company: 'Example Co',
          industry: 'retail',
          volume: '5000-25000',
          leadSource: 'Bench',
          source: 'Main Website',
          ...(visitor === 'known' && { touches }),
        })
        return request
      },
    },
  ],
})
const failed = result.errors + result.non2xx
console.log(JSON.stringify({ perSecond: result.requests.average, p99: result.latency.p99, failed }))
