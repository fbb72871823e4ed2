import autocannon from 'autocannon'

// Runs in its own process, so that generating load does not slow what is measured:
// reads.ts <origin> <clients> <seconds> <cookie>
const [url = '', clients = '', seconds = '', cookie = ''] = process.argv.slice(2)

const result = await autocannon({
  url,
  connections: Number(clients),
  duration: Number(seconds),
  requests: [
    { path: '/api/pricing/products' },
    { path: '/api/sample-templates' },
    { path: '/api/admin/leads?limit=20', headers: { cookie } },
    { path: '/api/admin/stats', headers: { cookie } },
    { path: '/api/auth/user', headers: { cookie } },
  ],
})
console.log(JSON.stringify({ answered: result['2xx'], failed: result.errors + result.non2xx }))
