import type { PrintRun, PrintStats, Renderer } from '@app/api-client'
import {
  getGetPrintStatsMockHandler,
  getListRenderersMockHandler,
  getListSandboxKeysMockHandler,
  getRevokeSandboxKeyMockHandler,
} from '@app/api-client/mocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  failing,
  renderAdmin,
  signedIn,
  signedInAsEditor,
  signedInAsViewer,
  unreachable,
  useAdmin,
} from '../../../test/admin.tsx'
import { runsPath } from '../../../test/print-run.tsx'
import { printRun } from '../../../test/production-records.ts'
import { printStats, renderer, sandboxKey } from '../../../test/records.ts'
import { areClosed, dialog, press, says } from '../../../test/user-actions.ts'
import { ageText } from '../../components/format.ts'

const { server, requested } = useAdmin()

afterEach(() => {
  vi.useRealTimers()
})

describe('the proofs tab', () => {
  const statsPath = '/api/admin/print/stats'
  const renderersPath = '/api/admin/print/renderers'

  const has = (stats: Partial<PrintStats> = {}, renderers: Renderer[] = [renderer()]) =>
    server.use(getGetPrintStatsMockHandler(printStats(stats)), getListRenderersMockHandler(renderers))
  const hasRuns = (...runs: PrintRun[]) =>
    server.use(
      http.get(`*${runsPath}`, ({ request }) => {
        const asked = new URL(request.url).searchParams.get('status')
        return HttpResponse.json(runs.filter(({ status }) => status === asked))
      }),
    )

  async function open(stats: Partial<PrintStats> = {}, renderers?: Renderer[]) {
    server.use(signedInAsViewer)
    has(stats, renderers)
    renderAdmin('/print')
    await screen.findByText('Being rendered')
  }

  const figures = () =>
    screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)
  const rowsOf = (name: string) =>
    within(screen.getByRole('table', { name }))
      .getAllByRole('row')
      .map((row) => row.textContent)
  const asksOf = (path: string) => requested.filter((one) => one === path).length

  test('shows viewers the queue, render times, failures, findings, an unlinked chart, renderers, and open runs', async () => {
    hasRuns(
      printRun(),
      printRun({ id: 'b', number: 131, status: 'preparing', size: '6x9', pieces: 1_240, files: 5, preparedFiles: 2 }),
      printRun({ id: 'c', number: 130, status: 'printed', pieces: 1 }),
      printRun({ id: 'd', number: 129, status: 'preparing', failedFiles: 1 }),
      printRun({ id: 'e', number: 127, status: 'mailed' }),
      printRun({ id: 'f', number: 126, status: 'canceled' }),
    )
    await open({}, [renderer(), renderer({ id: 'b', inWork: 0 })])
    expect(figures()).toEqual([
      'Waiting: 4',
      'Being rendered: 2',
      'Median render time: 412 ms',
      '95th percentile render time: 1.3 s',
    ])
    expect(screen.getByText('the oldest for 1 minute')).toBeVisible()
    expect(rowsOf('Failures')).toEqual(['CodeProofs', 'template_failed3'])
    expect(rowsOf('Findings')).toEqual([
      'CodeProofs',
      'text_outside_safe_zone Warning1,204',
      'image_resolution_low Error7',
    ])

    expect(await screen.findByText('2 renderers are running')).toBeVisible()
    expect(screen.getByText('Sandboxed, without network access.')).toBeVisible()
    const [first, second] = within(screen.getByRole('list', { name: 'Renderers' })).getAllByRole('listitem')
    expect(first).toHaveTextContent('IsolatedNode.js v24.21.0 · 1 proof in progressStarted Nov 20, 2025, 10:04 AM')
    expect(second).toHaveTextContent('0 proofs in progress')

    const list = within(await screen.findByRole('list', { name: 'Open print runs' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Run 131Preparing files6 × 9 postcard, First Class1,240 pieces · 2 of 5 files ready',
      'Run 130Printed4.25 × 6 postcard, First Class1 piece',
      'Run 129Preparing files4.25 × 6 postcard, First Class250 pieces · 1 file failed',
      'Run 128Ready to print4.25 × 6 postcard, First Class250 pieces',
    ])
    expect(list.getByRole('link', { name: 'Run 131' })).toHaveAttribute('href', '/admin/production?tab=runs&run=b')

    const chart = screen.getByRole('slider', { name: 'Chart of proofs' })
    expect(chart).toHaveAttribute('aria-valuetext', 'Oct 23, 2026 – Nov 21, 2026: 438 proofs, Ready 435, Failed 3')
    chart.focus()
    await userEvent.keyboard('{End}')
    expect(chart).toHaveAttribute('aria-valuetext', 'Nov 21, 2026: 32 proofs, Ready 29, Failed 3')
    await userEvent.keyboard('{Enter}')
    expect(window.location.pathname).toBe('/admin/print')
    expect(within(screen.getByRole('list', { name: 'How they ended' })).queryByRole('link')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('radio', { name: '90 days' }))
    expect(window.location.search).toBe('?days=90')
  })

  test('shows empty states without proofs, and explains the effect of having no isolated renderer', async () => {
    const none = Array.from({ length: 30 }, () => 0)
    const idle = { waiting: 0, rendering: 0, oldestWaitingSeconds: 0 }
    const nothing = { ready: none, failed: none, failures: [], findings: [] }
    await open({ ...nothing, queue: idle, renderTime: { proofs: 0, median: null, p95: null } }, [])
    expect(figures()).toEqual([
      'Waiting: 0',
      'Being rendered: 0',
      'Median render time: —',
      '95th percentile render time: —',
    ])
    expect(screen.queryByText(/^the oldest/)).not.toBeInTheDocument()
    for (const text of ['No proofs in this period', 'No failed proofs in this period', 'No findings in this period']) {
      expect(screen.getByText(text)).toBeVisible()
    }
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
    expect(await screen.findByText('No open print runs')).toBeVisible()
    expect(await screen.findByText(/With npm start, one starts with the next proof/)).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Renderers' })).not.toBeInTheDocument()

    has({ queue: { ...idle, waiting: 4 } }, [])
    await press('Refresh')
    expect(await screen.findByText(/Waiting proofs are rendered once a renderer starts/)).toBeVisible()
    expect(screen.getByText('No renderer is running')).toBeVisible()
    has({}, [renderer({ confinement: 'none', reason: 'This kernel has no user namespaces.' })])
    await press('Refresh')
    expect(await screen.findByText(/only render built-in templates/)).toBeVisible()
    expect(screen.getByText(/This kernel has no user namespaces/)).toBeVisible()
  })

  test('loads each part independently, and keeps loaded figures with their age after a failure', async () => {
    const parts = [statsPath, renderersPath, runsPath]
    server.use(signedIn, ...parts.map((path, index) => failing(path, 500, `req-${index}`)))
    renderAdmin('/print')
    expect(await screen.findAllByRole('status', { name: 'Loading' })).toHaveLength(3)
    for (const index of parts.keys()) expect(await screen.findByText(`req-${index}`)).toBeVisible()
    has()
    hasRuns(printRun())
    for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await userEvent.click(retry)
    expect(await screen.findByText('One renderer is running')).toBeVisible()
    expect(await screen.findByText('Being rendered')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Run 128' })).toBeVisible()

    server.use(unreachable(statsPath))
    await press('Refresh')
    expect(await screen.findByText('The figures could not be loaded')).toBeVisible()
    expect(figures()).toContain('Waiting: 4')
    expect(screen.getByText(/^Updated/)).toBeVisible()
  })

  test('reloads every 15 seconds during activity and for two minutes after it, except in a hidden tab', async () => {
    const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'Date'] })
    await open()
    has({ queue: { waiting: 9, rendering: 0, oldestWaitingSeconds: 3 } })
    await later(15_000)
    await vi.waitFor(() => expect(figures()).toContain('Waiting: 9'), 10_000)
    expect(asksOf(statsPath)).toBe(2)
    expect(asksOf(renderersPath)).toBe(2)
    // Each call would extend the session of a user who has left.
    await later(600_000)
    const calls = asksOf(statsPath)
    expect(calls).toBeLessThan(10)
    await later(60_000)
    expect(asksOf(statsPath)).toBe(calls)
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await user.keyboard('{Shift}')
    await later(15_000)
    await vi.waitFor(() => expect(asksOf(statsPath)).toBe(calls + 1), 10_000)

    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await user.keyboard('{Shift}')
    await later(60_000)
    expect(asksOf(statsPath)).toBe(calls + 1)
  })
})

describe('the sandbox keys tab', () => {
  const path = '/api/admin/print/keys'
  const leadId = '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a33'
  const revoked = sandboxKey({ state: 'revoked', revokedAt: '2025-11-21T15:04:05.123Z' })
  const keys = [
    sandboxKey({ leadId, leadName: 'Dana Example', proofs: 1_000, templates: 2, assets: 1 }),
    sandboxKey({ id: 'b', prefix: 'sandbox_used', state: 'expired', lastUsedAt: null, proofs: 0, templates: 0 }),
    { ...revoked, id: 'c', prefix: 'sandbox_gone' },
  ]

  async function open(session = signedInAsEditor) {
    server.use(session, getListSandboxKeysMockHandler(keys))
    renderAdmin('/print?tab=keys')
    await screen.findByRole('list', { name: 'Sandbox keys' })
  }

  const row = (name = 'sandbox_0123') => screen.getByRole('listitem', { name })
  const revokeButtons = () =>
    screen.queryAllByRole('button', { name: /^Revoke / }).map((one) => one.getAttribute('aria-label'))

  test('shows viewers the usage, time, state, and lead of each, filters by URL, and offers no revocation', async () => {
    await open(signedInAsViewer)
    expect(row()).toHaveTextContent('sandbox_0123…ActiveCreated Nov 20, 2025, 10:04 AM')
    expect(row()).toHaveTextContent('1,000+ proofs, 2 templates, 1 assetLast used Nov 20, 2025, 11:04 AM')
    expect(row()).toHaveTextContent('Expires Dec 4, 2025')
    expect(within(row()).getByRole('link', { name: 'Dana Example' })).toHaveAttribute('href', `/admin?lead=${leadId}`)
    expect(row('sandbox_used')).toHaveTextContent('0 proofsNever usedExpired Dec 4, 2025')
    expect(row('sandbox_gone')).toHaveTextContent('RevokedCreated')
    expect(row('sandbox_gone')).toHaveTextContent('Revoked Nov 21, 2025')
    expect(revokeButtons()).toEqual([])

    const queries: string[] = []
    server.use(
      http.get(`*${path}`, ({ request }) => {
        queries.push(new URL(request.url).search)
        return HttpResponse.json([])
      }),
    )
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Revoked')
    expect(await screen.findByText('No keys match')).toBeVisible()
    expect(queries).toEqual(['?limit=50&state=revoked'])
    expect(window.location.search).toBe('?tab=keys&state=revoked')
    server.use(getGetPrintStatsMockHandler(printStats()), getListRenderersMockHandler([renderer()]))
    await userEvent.click(screen.getByRole('tab', { name: 'Proofs' }))
    expect(await screen.findByText('One renderer is running')).toBeVisible()
    expect(window.location.search).toBe('')
  })

  test('revokes only an active key, after a confirmation, once for a double click', async () => {
    await open()
    expect(revokeButtons()).toEqual(['Revoke sandbox_0123'])
    await press('Revoke sandbox_0123')
    const question = await dialog('Revoke key')
    expect(question.getByText(/can’t be undone/)).toHaveTextContent('sandbox_0123')
    await waitFor(() => expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    const calls = requested.length
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await areClosed()
    expect(requested.slice(calls)).toEqual([])
    expect(screen.getByRole('button', { name: 'Revoke sandbox_0123' })).toHaveFocus()

    server.use(getRevokeSandboxKeyMockHandler(revoked))
    await press('Revoke sandbox_0123')
    server.use(getListSandboxKeysMockHandler([revoked]))
    await userEvent.dblClick((await dialog('Revoke key')).getByRole('button', { name: 'Revoke' }))
    await says('SuccessKey revoked successfully')
    await waitFor(() => expect(row()).toHaveTextContent('Revoked Nov 21, 2025'))
    expect(requested.filter((one) => one.endsWith('/revoke'))).toHaveLength(1)
    expect(revokeButtons()).toEqual([])
  })
})

test.each([
  [0, '0 seconds'],
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [7_300, '2 hours'],
  [200_000, '2 days'],
])('an age of %d s is %s', (seconds, text) => {
  expect(ageText(seconds)).toBe(text)
})
