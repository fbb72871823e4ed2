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
  test('proofs a built-in template once, with the price, the next tier, the PDF, and an image of each page', async () => {
    server.use(getCreatePostcardMockHandler(receives(ready)))
    show()
    const pressed = button('Proof It')
    fireEvent.click(pressed)
    fireEvent.click(pressed)
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

    fireEvent.input(screen.getByLabelText('city'), { target: { value: 'Reno' } })
    expect(screen.getByTitle('Draft: Front')).toBeVisible()
    await userEvent.click(screen.getByRole('radio', { name: 'Proof' }))
    expect(screen.getByText(/made changes since this proof/)).toBeVisible()
  })

  test('requests a letter as a letter, and polls until it is ready; its price arrives with its pages', async () => {
    const letter: Proof = {
      ...ready,
      Size: '8.5x11',
      Price: ready.Price && { ...ready.Price, Unit: 0.77, Total: 0.77 },
    }
    const rendering: Proof = {
      ...letter,
      Status: 'rendering',
      Price: null,
      PriceReason: 'pages_not_counted',
      Pages: [],
    }
    let asked = 0
    server.use(
      getCreateLetterMockHandler(receives(rendering)),
      getGetProofMockHandler(() => ((asked += 1) < 3 ? rendering : letter)),
    )
    show()
    await userEvent.selectOptions(screen.getByLabelText('Piece'), 'Letter, 8.5 × 11 in')
    await userEvent.selectOptions(screen.getByLabelText('Class'), 'Standard Mail (USPS Marketing Mail)')
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    fireEvent.click(button('Proof It'))
    await vi.waitFor(async () => {
      await vi.advanceTimersByTimeAsync(1_000)
      expect(asked).toBe(3)
    }, 10_000)
    vi.useRealTimers()
    expect(await screen.findByText('$0.77')).toBeVisible()
    expect(asked).toBe(3)
    expect(received).toMatchObject([
      { url: '/v1/letters', body: { Template: 'tmpl_planting_letter', Size: '8.5x11', PostalClass: 'Standard' } },
    ])
  })

  test('explains that a card has no listed price, and that one cannot be printed', async () => {
    server.use(getCreatePostcardMockHandler({ ...ready, Size: '6x11', Price: null, PriceReason: 'on_request' }))
    show()
    await proofIt()
    expect(await screen.findByText('Price on request')).toBeVisible()
    const Failure = { Code: 'timeout', Detail: 'It takes too long.' } as const
    server.use(
      getCreatePostcardMockHandler({ ...ready, Status: 'failed', Price: null, PdfUrl: null, Pages: [], Failure }),
    )
    await proofIt()
    expect(await screen.findByText('It takes too long.', { exact: false })).toBeVisible()
    expect(screen.queryByText('Price on request')).not.toBeInTheDocument()
  })

  test('input is drawn in the page’s fonts, sent, and kept after a reload', async () => {
    const own = new CSSStyleSheet()
    own.insertRule('@font-face { font-family: Own }')
    // Added by a browser extension.
    const foreign = new CSSStyleSheet()
    vi.spyOn(foreign, 'cssRules', 'get').mockImplementation(() => {
      throw new DOMException('Cannot access rules', 'SecurityError')
    })
    const sheets = Object.assign([foreign, own], { item: () => null })
    const ofPage = vi.spyOn(document, 'styleSheets', 'get').mockReturnValue(sheets)
    server.use(getCreatePostcardMockHandler(receives(ready)))
    const { unmount } = show()
    fireEvent.input(screen.getByLabelText('city'), { target: { value: 'Reno <b>' } })
    expect(screen.getByTitle('Draft: Front').getAttribute('srcdoc')).toContain('Reno &lt;b&gt;')
    expect(screen.getByTitle('Draft: Front').getAttribute('srcdoc')).toContain('font-family: Own')
    ofPage.mockRestore()
    unmount()
    show()
    expect(screen.getByLabelText('city')).toHaveValue('Reno <b>')
    await proofIt()
    await screen.findByText('$0.68')
    expect(received[0]?.body).toMatchObject({ VariablePayload: { city: 'Reno <b>', first_name: 'Dana' } })
  })

  test('the code editor waits for a composition to end', async () => {
    const CodeEditor = ({ label }: CodeEditorProps) => <p>Code editor: {label}</p>
    const loading = vi.spyOn(loader, 'loadCodeEditor').mockResolvedValue({ CodeEditor })
    show()
    fireEvent.compositionStart(editor())
    fireEvent.focus(editor())
    await act(() => loading.mock.results[0]?.value)
    fireEvent.compositionEnd(editor())
    expect(await screen.findByText('Code editor: HTML of the template, Front')).toBeVisible()
  })

  test('the raw JSON is sent as typed, but not while it is invalid', async () => {
    server.use(getCreatePostcardMockHandler(receives(ready)))
    show()
    await userEvent.click(screen.getByRole('radio', { name: 'JSON' }))
    const json = screen.getByRole('textbox', { name: /^Request body/ })
    fireEvent.input(json, { target: { value: '{"Size":' } })
    expect(screen.getByText(/^Not valid JSON yet/)).toBeVisible()
    await proofIt()
    expect(await failure()).toHaveTextContent('The JSON is not valid yet')
    fireEvent.input(json, { target: { value: '{"Size":"6x9","Surprise":1}' } })
    expect(screen.queryByText('The JSON is not valid yet')).toBeNull()
    await proofIt()
    await screen.findByText('$0.68')
    expect(received.map(({ body }) => body)).toEqual([{ Size: '6x9', Surprise: 1 }])
  })
})

test('a finding is listed, and its box on the page is highlighted on focus', async () => {
  const check = {
    Code: 'text_outside_safe_zone',
    Severity: 'error',
    Page: 1,
    Box: { Left: 0.625, Top: 0.45, Width: 1.25, Height: 0.9 },
    Detail: 'The text is 0.05 in from the trim.',
    Remedy: 'Move it.',
  } as const
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

test('every error in a request is listed and shown at its field', async () => {
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

test('says that it is offline, and creates no second proof after a lost response', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const keys: (string | null)[] = []
  server.use(
    http.post('*/v1/postcards', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'))
      return keys.length === 1 ? HttpResponse.error() : HttpResponse.json(ready)
    }),
  )
  show()
  expect(screen.getByText(/You’re offline/)).toBeVisible()
  isOnline.mockRestore()
  await proofIt()
  expect(await failure()).toHaveTextContent('We could not be reached')
  await proofIt()
  expect(await screen.findByText('$0.68')).toBeVisible()
  await proofIt()
  await vi.waitFor(() => expect(keys).toHaveLength(3), 10_000)
  expect(keys[0]).toBe(keys[1])
  expect(keys[2]).not.toBe(keys[1])
})
