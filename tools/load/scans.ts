import autocannon from 'autocannon'

// Runs in its own process, so that generating load does not slow what is measured:
// scans.ts <origin> <scans a second> <seconds> <code> <code> …
const [url = '', perSecond = '', seconds = '', ...codes] = process.argv.slice(2)

const result = await autocannon({
  url,
  connections: 100,
  // All of them are answered, so that they can be held against what was counted.
  amount: Number(perSecond) * Number(seconds),
  // Times count from when a scan was due, not from when a connection was free for it.
  overallRate: Number(perSecond),
  headers: { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15' },
  requests: codes.map((code) => ({ path: `/q/${code}` })),
})
console.log(
  JSON.stringify({
    led: result['3xx'],
    failed: result.errors + result['1xx'] + result['2xx'] + result['4xx'] + result['5xx'],
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
  }),
)
