import { describe, expect, test } from 'vitest'
import { plainArt } from '../test/pieces.ts'
import type { Press } from './check/press.ts'
import { printEngine, type ProofRequest } from './engine.ts'
import type { PieceToFinish } from './finish/piece-to-finish.ts'
import { printFindingOf } from './findings.ts'
import { specimenImb } from './codes/service-types.ts'
import type { PieceDocument } from './layout/laid-out-piece.ts'
import type { LayoutBrowser } from './layout/lay-out.ts'

const dana = { name: 'Dana Sample', street: '1418 Cedar Ln Apt 2', city: 'Tulsa', state: 'OK', zip: '74104' }
const garden = { name: 'Your Garden Center', street: '400 Example Ave', city: 'Reno', state: 'NV', zip: '89509' }

/** A fake browser and press that only record their inputs. */
function fakes(confinement: LayoutBrowser['confinement'] = { kind: 'isolated' }) {
  const laidOut: PieceDocument[] = []
  const pressed: PieceToFinish[] = []
  const pressedFor: unknown[] = []
  let closed = 0
  const browser: LayoutBrowser = {
    confinement,
    counts: { layouts: 0, recycledPages: 0, recycledBrowsers: 0, refusedRequests: 0 },
    async layOut(piece, _sheet, signal) {
      signal?.throwIfAborted()
      laidOut.push(piece)
      return plainArt(Buffer.from(`pdf of ${laidOut.length}`))
    },
    close: async () => void (closed += 1),
  }
  const press: Pick<Press, 'press' | 'close' | 'profileName'> = {
    profileName: 'Coated paper',
    async press(piece, addressFindings, owner) {
      pressed.push(piece)
      pressedFor.push(owner)
      const page = { widthInches: 6.25, heightInches: 4.5, png: Buffer.from('png') }
      const findings = [...addressFindings, printFindingOf('page_blank', 'Nothing is printed.', { page: 2 })]
      return {
        pdf: Buffer.from('whole'),
        pages: [page, page],
        artPageCounts: [3],
        findings,
        pagesInRgb: [1],
        spans: { finish: 1, facts: 2, checks: 3, png: 4 },
      }
    },
    close: async () => void (closed += 1),
  }
  return { engine: printEngine(browser, press), laidOut, pressed, pressedFor, closed: () => closed }
}

const request = (changes: Partial<ProofRequest> = {}): ProofRequest => ({
  size: '4.25x6',
  sides: [
    { html: '<p>Hello {{first_name}}</p>', trusted: true },
    { html: '<p>From {{city}}</p>', trusted: true },
  ],
  values: { first_name: 'Dana', city: 'Tulsa' },
  asset: async () => undefined,
  to: dana,
  from: garden,
  imbDigits: specimenImb(dana.zip, 'first-class'),
  trackingToken: 'track_8Wm3kT6zQb1RfU9sLd5X',
  ...changes,
})

test('both sides are laid out with their values, and finished with our overlay', async () => {
  const { engine, laidOut, pressed } = fakes()
  const proof = await engine.proof(request())
  expect(laidOut.map(({ html }) => html)).toEqual([
    expect.stringContaining('Hello Dana'),
    expect.stringContaining('From Tulsa'),
  ])
  expect(pressed).toEqual([
    {
      size: '4.25x6',
      art: [expect.objectContaining({ pdf: Buffer.from('pdf of 1') }), expect.anything()],
      overlay: {
        addressLines: ['DANA SAMPLE', '1418 CEDAR LN APT 2', 'TULSA OK\u00a0\u00a074104'],
        imbDigits: '0030090000019900000074104',
        indicia: ['First-Class Mail', 'U.S. Postage Paid', 'Lancaster PA', 'Permit No. 199'],
        returnLines: ['YOUR GARDEN CENTER', '400 EXAMPLE AVE', 'RENO NV\u00a0\u00a089509'],
      },
      fontNames: expect.arrayContaining([expect.stringMatching(/^InstrumentSans-/)]),
    },
  ])
  expect(proof.pages.map(({ side }) => side)).toEqual(['front', 'back'])
  expect(Object.keys(proof.spans)).toEqual(['compile', 'layout', 'press', 'finish', 'facts', 'checks', 'png'])
})

test('the token of the piece is printed instead of any value from the caller', async () => {
  const { engine, laidOut } = fakes()
  const sides = [{ html: '<p>{{first_name}} {{city}} {{tracking_token}}</p>', trusted: true }]
  const values = { first_name: 'Dana', city: 'Tulsa', tracking_token: 'other' }
  const { checks } = await engine.proof(request({ sides, values }))
  expect(laidOut[0]?.html).toContain('Dana Tulsa track_8Wm3kT6zQb1RfU9sLd5X')
  expect(checks.map(({ code }) => code)).toEqual(['page_blank'])
})

test('only the styles of a template determine whether it uses the size of the window, not its text or its values', async () => {
  const { engine, laidOut } = fakes()
  const sides = [
    { html: '<p>{{first_name}} @media (width) {{city}}</p>', trusted: true },
    { html: '<p style="width:50vw">{{first_name}}</p>', trusted: true },
  ]
  await engine.proof(request({ sides, values: { first_name: '@media'.repeat(333), city: 'left: 50vw' } }))
  expect(laidOut.map(({ usesViewport }) => usesViewport)).toEqual([false, true])
})

test.each([
  { owner: 'house', back: true },
  { owner: 'customer', back: false },
])('a piece with a built-in front is queued as $owner when its back is built-in: $back', async ({ owner, back }) => {
  const { engine, laidOut, pressedFor } = fakes()
  const [front] = request().sides
  await engine.proof(request({ sides: [front!, { html: '<p>From {{city}}</p>', trusted: back }] }))
  expect([...laidOut.map((document) => document.owner), ...pressedFor]).toEqual([owner, owner, owner])
})

test('a letter has no permit: its envelope does', async () => {
  const { engine, pressed } = fakes()
  await engine.proof(request({ size: '8.5x11', sides: [{ html: '<p>{{first_name}} {{city}}</p>', trusted: true }] }))
  expect(pressed[0]?.overlay.indicia).toEqual([])
})

describe('a proof reports', () => {
  const checksOf = async (changes: Partial<ProofRequest>) => (await fakes().engine.proof(request(changes))).checks

  test('findings about templates, missing fields by page, unused fields once, the address, and the press', async () => {
    const [front] = request().sides
    const checks = await checksOf({
      sides: [front!, { html: '<p>{{street}}</p>\n<script>{{city}}</script>', trusted: true }],
      values: Object.fromEntries([...Object.entries({ first_name: 'Dana', zone: '7a' }), ['__proto__', 'x']]),
      to: { ...dana, name: 'The Society of Friends of Long Names in Oklahoma, Texas, Arkansas and Kansas' },
    })
    expect(checks.map(({ code, page }) => [code, page])).toEqual([
      ['tag_not_allowed', 2],
      ['missing_field', 2],
      ['unused_field', undefined],
      ['unused_field', undefined],
      ['address_line_too_long', 2],
      ['page_blank', 2],
    ])
    expect(checks[0]).toMatchObject({
      severity: 'error',
      detail: expect.stringMatching(/^Found "<script>.*" in line 2, column 1\. Allowed: elements for text/),
    })
  })

  test('at most 500 findings, with errors first', async () => {
    const values = Object.fromEntries(Array.from({ length: 600 }, (_, field) => [`field_${field}`, 'x']))
    const checks = await checksOf({
      values: { first_name: 'Dana', city: 'Tulsa', ...values },
      to: { ...dana, zip: '10001' },
    })
    expect(checks).toHaveLength(500)
    expect(checks[0]).toMatchObject({ code: 'address_zip_not_in_state', page: 2 })
  })
})

test('images come from the request, and the names of its fonts are passed to the press', async () => {
  const { engine, laidOut, pressed } = fakes()
  const image = { mediaType: 'image/png', bytes: Buffer.from('pixels') }
  const font = { mediaType: 'font/ttf', bytes: new Uint8Array(), fontName: 'Brand-Bold' }
  const html = '<style>@font-face{font-family:B;src:url(asset:font)}</style><img src="asset:logo" alt="">'
  const asset = async (id: string) => ({ logo: image, font })[id]
  await engine.proof(request({ sides: [{ html, trusted: false }], values: {}, asset }))
  expect(laidOut[0]?.html).toContain(`data:image/png;base64,${image.bytes.toString('base64')}`)
  expect(pressed[0]?.fontNames.at(-1)).toBe('Brand-Bold')
})

test('without isolation, customers’ templates are rejected and ours are printed', async () => {
  const { engine, laidOut } = fakes({ kind: 'none', reason: 'no user namespaces' })
  const [front] = request().sides
  await expect(engine.proof(request({ sides: [front!, { html: 'x', trusted: false }] }))).rejects.toThrow(
    'no user namespaces',
  )
  expect(laidOut).toEqual([])
  await engine.proof(request())
  expect(laidOut).toHaveLength(2)
})

test('a canceled proof is not started, and closing the engine closes the browser and the press', async () => {
  const { engine, laidOut, closed } = fakes()
  await expect(engine.proof(request(), AbortSignal.abort(new Error('called off')))).rejects.toThrow('called off')
  expect(laidOut).toEqual([])
  await engine.close()
  expect(closed()).toBe(2)
})

describe('colors in RGB', () => {
  const own = { html: '<p>Hello {{first_name}}</p>', trusted: false }
  const ours = { html: '<p>From {{city}}</p>', trusted: true }

  test.each([
    ['on a customer’s page', [own, ours], ['art_in_rgb']],
    ['on our own page', [ours, own], []],
    ['in one template for all pages', [own], ['art_in_rgb']],
  ] as const)('%s are noted once', async (_where, sides, codes) => {
    const { engine } = fakes()
    const { checks } = await engine.proof(request({ sides, values: {} }))
    expect(checks.map(({ code }) => code).filter((code) => code === 'art_in_rgb')).toEqual(codes)
  })
})
