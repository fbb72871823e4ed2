import { getGetProofMockHandler, getCreateLetterMockHandler, getCreatePostcardMockHandler } from '@app/api-client/mocks'
import type { Proof } from '@app/api-client'
import { useTestServer } from '@app/ui/testing'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import {
  button,
  editor,
  failure,
  problem,
  proofIt,
  ready,
  received,
  receives,
  show,
  startAnew,
} from '../../test/sandbox.tsx'
import type { CodeEditorProps } from './CodeEditor.tsx'
import * as loader from './load-code-editor.ts'

const server = useTestServer()
startAnew(server)

describe('without a key', () => {
  test('proofs a house template: price with the next tier, PDF, and a picture of each page', async () => {
    server.use(getCreatePostcardMockHandler(receives(ready)))
    show()
    await proofIt()
    expect(await screen.findByText('$0.68')).toBeVisible()
    expect(screen.getByText(/At 2,000\+ pieces: \$0\.65/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'Download the PDF' })).toHaveAttribute('href', ready.PdfUrl)
    expect(screen.getAllByRole('img').map((image) => image.getAttribute('src'))).toEqual([
      'http://site.test/png/1',
      'http://site.test/png/2',
    ])
    expect(screen.getByText(/found no problems/)).toBeVisible()
    expect(received).toMatchObject([
      { authorization: null, body: { Front: 'tmpl_spring_front', DryRun: true, WaitForRender: true } },
    ])
    expect(received[0]?.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('a double click sends one request', async () => {
    server.use(getCreatePostcardMockHandler(receives(ready)))
    show()
    const pressed = button('Proof It')
    fireEvent.click(pressed)
    fireEvent.click(pressed)
    expect(await screen.findByText('$0.68')).toBeVisible()
    expect(received).toHaveLength(1)
  })

  test('a letter is requested as a letter, and its price arrives with its pages', async () => {
    const letter: Proof = {
      ...ready,
      Size: '8.5x11',
      Price: ready.Price && { ...ready.Price, Unit: 0.77, Total: 0.77 },
    }
    server.use(
      getCreateLetterMockHandler(
        receives<Proof>({ ...letter, Status: 'rendering', Price: null, PriceReason: 'pages_not_counted', Pages: [] }),
      ),
      getGetProofMockHandler(letter),
    )
    show()
    await userEvent.selectOptions(screen.getByLabelText('Piece'), 'Letter, 8.5 × 11 in')
    await userEvent.selectOptions(screen.getByLabelText('Class'), 'Standard Mail (USPS Marketing Mail)')
    await proofIt()
    expect(await screen.findByText('$0.77', {}, { timeout: 5_000 })).toBeVisible()
    expect(received).toMatchObject([
      { url: '/v1/letters', body: { Template: 'tmpl_planting_letter', Size: '8.5x11', PostalClass: 'Standard' } },
    ])
  })

  test('the price of a card without a listed price is on request', async () => {
    server.use(getCreatePostcardMockHandler({ ...ready, Size: '6x11', Price: null, PriceReason: 'on_request' }))
    show()
    await proofIt()
    expect(await screen.findByText('Price on request')).toBeVisible()
  })

  test('a letter that cannot be printed shows the reason and no price', async () => {
    const Failure = { Code: 'timeout', Detail: 'It takes too long.' } as const
    server.use(
      getCreatePostcardMockHandler({ ...ready, Status: 'failed', Price: null, PdfUrl: null, Pages: [], Failure }),
    )
    show()
    await proofIt()
    expect(await screen.findByText('It takes too long.', { exact: false })).toBeVisible()
    expect(screen.queryByText('Price on request')).not.toBeInTheDocument()
  })

  test('an example opens from its URL', async () => {
    show('/print/sandbox?example=letter')
    expect(await screen.findByText('tmpl_planting_letter', { selector: 'p code' })).toBeVisible()
  })

  test('input is drawn, sent, and still there after a reload', async () => {
    server.use(getCreatePostcardMockHandler(receives(ready)))
    const { unmount } = show()
    const city = screen.getByLabelText('city')
    await userEvent.clear(city)
    await userEvent.type(city, 'Reno <b>')
    expect(screen.getByTitle('Draft: Front').getAttribute('srcdoc')).toContain('Reno &lt;b&gt;')
    unmount()
    show()
    expect(screen.getByLabelText('city')).toHaveValue('Reno <b>')
    await proofIt()
    await screen.findByText('$0.68')
    expect(received[0]?.body).toMatchObject({ VariablePayload: { city: 'Reno <b>', first_name: 'Dana' } })
  })

  test('a style sheet that a browser extension added does not take the draft down', () => {
    const own = new CSSStyleSheet()
    own.insertRule('@font-face { font-family: Own }')
    const foreign = new CSSStyleSheet()
    vi.spyOn(foreign, 'cssRules', 'get').mockImplementation(() => {
      throw new DOMException('Cannot access rules', 'SecurityError')
    })
    vi.spyOn(document, 'styleSheets', 'get').mockReturnValue(Object.assign([foreign, own], { item: () => null }))
    show()
    expect(screen.getByTitle('Draft: Front').getAttribute('srcdoc')).toContain('font-family: Own')
    vi.restoreAllMocks()
  })

  test('the code editor waits for the end of a composition', async () => {
    const CodeEditor = ({ label }: CodeEditorProps) => <p>Code editor: {label}</p>
    const loading = vi.spyOn(loader, 'loadCodeEditor').mockResolvedValue({ CodeEditor })
    show()
    fireEvent.compositionStart(editor())
    fireEvent.focus(editor())
    await act(() => loading.mock.results[0]?.value)
    fireEvent.compositionEnd(editor())
    expect(await screen.findByText('Code editor: HTML of the template, Front')).toBeVisible()
    vi.restoreAllMocks()
  })

  test('the raw JSON is sent as typed, and not while it is invalid', async () => {
    server.use(getCreatePostcardMockHandler(receives(ready)))
    show()
    await userEvent.click(screen.getByRole('radio', { name: 'JSON' }))
    const json = screen.getByRole('textbox', { name: /^Request body/ })
    fireEvent.input(json, { target: { value: '{"Size":' } })
    expect(screen.getByText(/^Not valid JSON yet/)).toBeVisible()
    await proofIt()
    expect(await failure()).toHaveTextContent('The JSON is not valid yet')
    fireEvent.input(json, { target: { value: '{"Size":"6x9","Surprise":1}' } })
    await proofIt()
    await screen.findByText('$0.68')
    expect(received.map(({ body }) => body)).toEqual([{ Size: '6x9', Surprise: 1 }])
  })

  test('a slow proof is polled until it is ready', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    let asked = 0
    const rendering: Proof = { ...ready, Status: 'rendering', PdfUrl: null, Pages: [] }
    server.use(
      getCreatePostcardMockHandler(rendering),
      getGetProofMockHandler(() => ((asked += 1) < 3 ? rendering : ready)),
    )
    show()
    fireEvent.click(button('Proof It'))
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      expect(asked).toBe(3)
    }, 10_000)
    vi.useRealTimers()
    expect(await screen.findByText('$0.68')).toBeVisible()
    expect(asked).toBe(3)
  })
})

describe('a finding', () => {
  const check = {
    Code: 'text_outside_safe_zone',
    Severity: 'error',
    Page: 1,
    Box: { Left: 0.625, Top: 0.45, Width: 1.25, Height: 0.9 },
    Detail: 'The text is 0.05 in from the trim.',
    Remedy: 'Move it.',
  } as const

  test('is listed, and its box on the page is highlighted on focus', async () => {
    server.use(getCreatePostcardMockHandler({ ...ready, Checks: [check, { ...check, Page: null, Box: null }] }))
    show()
    await proofIt()
    const list = await screen.findByRole('list', { name: '2 errors' })
    expect(list).toHaveTextContent('page 1, 0.63 in from the left and 0.45 in from the top, 1.25 in × 0.9 in')
    const box = document.querySelector('[data-severity=error][aria-hidden]')
    expect(box).toHaveStyle({ left: '10%', top: '10%', width: '20%', height: '20%' })
    expect(box).not.toHaveAttribute('data-chosen')
    within(list).getAllByRole('button')[0]?.focus()
    await vi.waitFor(() => expect(box).toHaveAttribute('data-chosen'), 10_000)
  })

  test('later input marks the proof as outdated', async () => {
    server.use(getCreatePostcardMockHandler(ready))
    show()
    await proofIt()
    await screen.findByText('$0.68')
    await userEvent.type(screen.getByLabelText('city'), '!')
    expect(screen.getByTitle('Draft: Front')).toBeVisible()
    await userEvent.click(screen.getByRole('radio', { name: 'Proof' }))
    expect(screen.getByText(/made changes since this proof/)).toBeVisible()
  })
})

describe('an error', () => {
  test('every fault of the request is listed, and shown at its field', async () => {
    const faults = [
      { in: 'body', pointer: '/VariablePayload/city', detail: 'Must be shorter.', remedy: 'Shorten it.' },
      { in: 'body', pointer: '/To/Zip', detail: 'Must be a ZIP Code.', found: '7410', allowed: '5 digits' },
    ]
    server.use(problem('/v1/postcards', 400, { code: 'invalid_input', errors: faults }))
    show()
    await proofIt()
    const alert = await failure()
    expect(alert).toHaveTextContent('2 things to fix')
    expect(alert).toHaveTextContent('To, ZIP Code: Must be a ZIP Code. Found: 7410. Allowed: 5 digits.')
    expect(screen.getByLabelText('city')).toHaveAccessibleDescription('Must be shorter.')
    expect(screen.getByLabelText('ZIP Code', { selector: '[aria-invalid=true]' })).toBeVisible()
  })

  test.each([
    [429, 'rate_limited', 'Too many requests'],
    [503, 'renderer_unavailable', 'Proofs are unavailable right now'],
    [503, 'busy', 'Too many proofs at once'],
    [403, 'live_mode_unavailable', 'The sandbox does not mail anything'],
    [500, 'internal', 'Something went wrong'],
  ])('%d %s is explained in words', async (status, code, words) => {
    server.use(problem('/v1/postcards', status, { code }))
    show()
    await proofIt()
    expect(await failure()).toHaveTextContent(words)
  })

  test('a lost response creates no second proof', async () => {
    const keys: (string | null)[] = []
    server.use(
      http.post('*/v1/postcards', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'))
        return keys.length === 1 ? HttpResponse.error() : HttpResponse.json(ready)
      }),
    )
    show()
    await proofIt()
    expect(await failure()).toHaveTextContent('We could not be reached')
    await proofIt()
    expect(await screen.findByText('$0.68')).toBeVisible()
    await proofIt()
    await vi.waitFor(() => expect(keys).toHaveLength(3), 10_000)
    expect(keys[0]).toBe(keys[1])
    expect(keys[2]).not.toBe(keys[1])
  })

  test('shows that it is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    show()
    expect(screen.getByText(/You’re offline/)).toBeVisible()
    vi.restoreAllMocks()
  })
})
