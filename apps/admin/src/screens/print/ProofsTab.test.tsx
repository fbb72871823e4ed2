import type { PrintRun, PrintStats, Renderer } from '@app/api-client'
import { getGetPrintStatsMockHandler, getListRenderersMockHandler } from '@app/api-client/mocks'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  failing,
  renderAdmin,
  signedIn,
  signedInAsViewer,
  stalling,
  unreachable,
  useAdmin,
} from '../../../test/admin.tsx'
import { runsPath } from '../../../test/print-run.tsx'
import { printRun } from '../../../test/production-records.ts'
import { printStats, renderer } from '../../../test/records.ts'

const { server, requested } = useAdmin()

const statsPath = '/api/admin/print/stats'
const renderersPath = '/api/admin/print/renderers'

afterEach(() => {
  vi.useRealTimers()
})

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

describe('the figures', () => {
  test('the queue, its age and the render times, for a viewer too', async () => {
    await open()
    expect(figures()).toEqual([
      'Waiting: 4',
      'Being rendered: 2',
      'Median render time: 412 ms',
      '95th percentile render time: 1.3 s',
    ])
    expect(screen.getByText('the oldest for 1 minute')).toBeVisible()
  })

  test('without a proof: no age and no times', async () => {
    await open({
      queue: { waiting: 0, rendering: 0, oldestWaitingSeconds: 0 },
      renderTime: { proofs: 0, median: null, p95: null },
    })
    expect(figures()).toEqual([
      'Waiting: 0',
      'Being rendered: 0',
      'Median render time: —',
      '95th percentile render time: —',
    ])
    expect(screen.queryByText(/^the oldest/)).not.toBeInTheDocument()
  })

  test('failures by code, and findings of the checks', async () => {
    await open()
    expect(rowsOf('Failures')).toEqual(['CodeProofs', 'template_failed3'])
    expect(rowsOf('Findings')).toEqual([
      'CodeProofs',
      'text_outside_safe_zone Warning1,204',
      'image_resolution_low Error7',
    ])
  })

  test('without data, there are three sentences and no table', async () => {
    const none = Array.from({ length: 30 }, () => 0)
    await open({ ready: none, failed: none, failures: [], findings: [] })
    for (const text of ['No proofs in this period', 'No failed proofs in this period', 'No findings in this period']) {
      expect(screen.getByText(text)).toBeVisible()
    }
    expect(screen.queryByRole('table')).not.toBeInTheDocument()
  })
})

describe('the chart', () => {
  test('describes ready and failed proofs per day, without links', async () => {
    await open()
    const chart = screen.getByRole('slider', { name: 'Chart of proofs' })
    expect(chart).toHaveAttribute('aria-valuetext', 'Oct 23, 2026 – Nov 21, 2026: 438 proofs, Ready 435, Failed 3')
    chart.focus()
    await userEvent.keyboard('{End}')
    expect(chart).toHaveAttribute('aria-valuetext', 'Nov 21, 2026: 32 proofs, Ready 29, Failed 3')
    await userEvent.keyboard('{Enter}')
    expect(window.location.pathname).toBe('/admin/print')
    expect(within(screen.getByRole('list', { name: 'How they ended' })).queryByRole('link')).not.toBeInTheDocument()
  })

  test('the period is in the URL', async () => {
    await open()
    await userEvent.click(screen.getByRole('radio', { name: '90 days' }))
    expect(window.location.search).toBe('?days=90')
  })
})

describe('the renderers', () => {
  test('isolated: count, start time, and current work', async () => {
    await open({}, [renderer(), renderer({ id: 'b', inWork: 0 })])
    expect(screen.getByText('2 renderers are running')).toBeVisible()
    expect(screen.getByText('Sandboxed, without network access.')).toBeVisible()
    const [first, second] = within(screen.getByRole('list', { name: 'Renderers' })).getAllByRole('listitem')
    expect(first).toHaveTextContent('IsolatedNode.js v24.21.0 · 1 proof in progressStarted Nov 20, 2025, 10:04 AM')
    expect(second).toHaveTextContent('0 proofs in progress')
  })

  test('not isolated: explains the limits', async () => {
    await open({}, [renderer({ confinement: 'none', reason: 'This kernel has no user namespaces.' })])
    expect(screen.getByText(/only render built-in templates/)).toBeVisible()
    expect(screen.getByText(/This kernel has no user namespaces/)).toBeVisible()
  })

  test.each([
    [0, /With npm start, one starts with the next proof/],
    [4, /Waiting proofs are rendered once a renderer starts/],
  ])('none, while %i proofs wait', async (waiting, text) => {
    await open({ queue: { waiting, rendering: 0, oldestWaitingSeconds: 9 } }, [])
    expect(await screen.findByText('No renderer is running')).toBeVisible()
    expect(screen.getByText(text)).toBeVisible()
    expect(screen.queryByRole('list', { name: 'Renderers' })).not.toBeInTheDocument()
  })
})

describe('the open print runs', () => {
  test('number, format, pieces, and state of each that is not mailed, newest first, with a link to Production', async () => {
    hasRuns(
      printRun(),
      printRun({ id: 'b', number: 131, status: 'preparing', size: '6x9', pieces: 1_240, files: 5, preparedFiles: 2 }),
      printRun({ id: 'c', number: 130, status: 'printed', pieces: 1 }),
      printRun({ id: 'd', number: 129, status: 'preparing', failedFiles: 1 }),
      printRun({ id: 'e', number: 127, status: 'mailed' }),
      printRun({ id: 'f', number: 126, status: 'canceled' }),
    )
    await open()
    const list = within(await screen.findByRole('list', { name: 'Open print runs' }))
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Run 131Preparing files6 × 9 postcard, First Class1,240 pieces · 2 of 5 files ready',
      'Run 130Printed4.25 × 6 postcard, First Class1 piece',
      'Run 129Preparing files4.25 × 6 postcard, First Class250 pieces · 1 file failed',
      'Run 128Ready to print4.25 × 6 postcard, First Class250 pieces',
    ])
    expect(list.getByRole('link', { name: 'Run 131' })).toHaveAttribute('href', '/admin/production?tab=runs&run=b')
  })

  test('none', async () => {
    await open()
    expect(await screen.findByText('No open print runs')).toBeVisible()
  })
})

describe('while it loads and when it fails', () => {
  test('shows loading, then failures with request ids and retries', async () => {
    server.use(signedIn, stalling(statsPath), stalling(renderersPath), stalling(runsPath))
    const { unmount } = renderAdmin('/print')
    expect(await screen.findAllByRole('status', { name: 'Loading' })).toHaveLength(3)
    unmount()

    server.use(failing(statsPath, 500, 'req-8'), failing(renderersPath, 500, 'req-9'), failing(runsPath, 500, 'req-7'))
    renderAdmin('/print')
    for (const id of ['req-7', 'req-8', 'req-9']) expect(await screen.findByText(id)).toBeVisible()
    has()
    hasRuns(printRun())
    for (const retry of screen.getAllByRole('button', { name: 'Retry' })) await userEvent.click(retry)
    expect(await screen.findByText('One renderer is running')).toBeVisible()
    expect(await screen.findByText('Being rendered')).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Run 128' })).toBeVisible()
  })

  test('a failed refresh keeps the loaded data on screen, with its age', async () => {
    await open()
    server.use(unreachable(statsPath))
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText('The figures could not be loaded')).toBeVisible()
    expect(figures()).toContain('Waiting: 4')
    expect(screen.getByText(/^Updated/)).toBeVisible()
  })
})

describe('automatic reloads', () => {
  const later = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const startClock = () =>
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'Date'] })

  test('every 15 seconds during activity, and for up to two minutes after it', async () => {
    startClock()
    await open()
    has({ queue: { waiting: 9, rendering: 0, oldestWaitingSeconds: 3 } })
    await later(15_000)
    await vi.waitFor(() => expect(figures()).toContain('Waiting: 9'), 10_000)
    expect(asksOf(statsPath)).toBe(2)
    expect(asksOf(renderersPath)).toBe(2)
    // Each call would extend the session of someone who has left.
    await later(600_000)
    const calls = asksOf(statsPath)
    expect(calls).toBeLessThan(10)
    await later(60_000)
    expect(asksOf(statsPath)).toBe(calls)
    await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).keyboard('{Shift}')
    await later(15_000)
    await vi.waitFor(() => expect(asksOf(statsPath)).toBe(calls + 1), 10_000)
  })

  test('not while another tab is in front', async () => {
    startClock()
    await open()
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await later(60_000)
    expect(asksOf(statsPath)).toBe(1)
  })
})
