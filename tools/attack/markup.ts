import type { Checks } from './attack.ts'
import type { Target } from './target.ts'

const payloads = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '{{7*7}}${7*7}',
  'javascript:alert(1)',
  `'; DROP TABLE lead;--`,
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '%3Cscript%3Ealert(1)%3C/script%3E',
  `=cmd|' /C calc'!A0`,
  'text \u{1F4EC}',
]
/** Turns the text around that follows it on a screen, so it is not stored. */
const turnedAround = '\u202Etxet'

/** Stores markup in every field that a person can fill in: visitors, staff, and what the address says of the visit. */
export async function plantMarkup(target: Target, checks: Checks): Promise<void> {
  for (const [n, text] of [...payloads, turnedAround].entries()) await plant(target, checks, n, text)
}

async function plant(target: Target, checks: Checks, n: number, text: string): Promise<void> {
  const send = async (path: string, body: object, method = 'POST') => {
    const answer = await fetch(target.plain + path, {
      method,
      headers: { 'content-type': 'application/json', cookie: target.cookie },
      body: JSON.stringify(body),
    })
    const answered = await answer.text()
    const expected = text === turnedAround ? 400 : method === 'POST' ? 201 : 200
    checks.failUnless(answer.status === expected, `${path} answered ${answer.status} to ${text}: ${answered}`)
    return answered
  }
  const person = { firstName: text, lastName: text, email: `p${n}@example.com`, company: text }
  const touch = { at: new Date().toISOString(), page: '/', source: text, medium: text, campaign: text, referrer: text }
  const lead = { ...person, phone: text, message: text, leadSource: text, source: text }
  const stored = await send('/api/leads', { ...lead, touches: { first: touch, last: touch } })
  await send('/api/print-samples', {
    ...person,
    addressLine1: text,
    addressLine2: text,
    city: text,
    state: text.slice(0, 50),
    zip: '02138',
    sampleType: 'both',
    notes: text,
  })
  await send('/api/admin/sample-templates', {
    name: text,
    type: 'postcard',
    description: text,
    frontImageUrl: `https://images.example.com/"><script>`.replaceAll(/[<>"\s]/g, encodeURIComponent),
    active: true,
  })
  await send('/api/admin/pricing/products', {
    name: text,
    category: 'postcard',
    startingPrice: 0.5,
    description: text,
    features: [text],
    isVisible: true,
  })
  await send('/api/admin/lead-views', { name: text, query: 'owner=me', isShared: true })
  await send('/api/admin/campaign-links', {
    target: '/print',
    label: text,
    campaign: text,
    piece: text,
    isEnded: false,
  })
  await send('/api/admin/reply-templates', { name: text, subject: text, body: text })
  await send('/api/admin/message-targets', {
    name: text,
    kind: 'webhook',
    url: 'https://hooks.example.com/',
    isActive: false,
  })
  await send('/api/admin/lead-imports', {
    fileName: text,
    duplicates: 'import',
    ownerId: null,
    sendsToCrm: false,
    rows: [{ ...person, message: text, source: text }],
  })
  if (text === turnedAround) return
  // The contract's Receipt.
  const { id } = JSON.parse(stored) as { id: string }
  await send(`/api/admin/leads/${id}/notes`, { text })
  await send('/api/admin/leads/work', { ids: [id], change: { stage: 'lost', lostReason: text, nextStep: text } }, 'PUT')
}
