import type { PrintRunInput, WaitingPieces } from '@app/api-client'
import {
  getCreatePrintRunMockHandler,
  getGetPrintRunMockHandler,
  getListPrintRunPiecesMockHandler,
  getListWaitingPiecesMockHandler,
} from '@app/api-client/mocks'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import {
  failing,
  refusing,
  renderAdmin,
  signedIn,
  signedInAsEditor,
  signedInAsViewer,
  stalling,
  streams,
  useAdmin,
} from '../../../test/admin.tsx'
import { printRun, runPiece, waitingPieces } from '../../../test/production-records.ts'
import { dialog, press, toast } from '../../../test/settings.tsx'

const { server, requested } = useAdmin()

const path = '/api/admin/waiting-pieces'
const kind = '4.25 × 6 postcard, First Class'
const question = `Create run: ${kind}`

async function open(groups: WaitingPieces[] = [waitingPieces()], session = signedInAsEditor) {
  server.use(session, getListWaitingPiecesMockHandler(groups))
  renderAdmin('/production')
  await screen.findByRole('list', { name: 'Waiting pieces' })
}

test('shows pieces, stock, due date, and what comes later for each size and class', async () => {
  await open([
    waitingPieces(),
    waitingPieces({ size: '8.5x11', stock: '28 lb paper', pieces: 0, late: 0, oldestDueOn: null, later: 0 }),
  ])
  const [first, second] = screen.getAllByRole('listitem').filter((one) => one.hasAttribute('aria-label'))
  expect(first).toHaveTextContent(
    `${kind}110 lb, film laminated1,240 pieces 12 late31 not ready: still cancelable, or scheduledOldest due Nov 20, 2026`,
  )
  expect(second).toHaveTextContent('0 pieces Nothing to print yet')
  expect(screen.getAllByRole('button', { name: /^Create run/ })).toHaveLength(1)
})

test('viewers can read it, and create nothing', async () => {
  await open([waitingPieces()], signedInAsViewer)
  expect(screen.queryByRole('button', { name: /^Create run/ })).not.toBeInTheDocument()
})

test('covers loading, an empty list, and a failure with its request id and a retry', async () => {
  server.use(signedIn, stalling(path))
  const { unmount } = renderAdmin('/production')
  expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
  unmount()

  server.use(failing(path, 500, 'req-7'))
  renderAdmin('/production')
  expect(await screen.findByText('req-7')).toBeVisible()
  server.use(getListWaitingPiecesMockHandler([]))
  await press('Retry')
  expect(await screen.findByText('No pieces are waiting')).toBeVisible()
})

/** Opens the dialog of a new run and types how many pieces it takes at most. */
async function startRun(pieces: string) {
  await press(`Create run of ${kind}`)
  const form = await dialog(question)
  const most = form.getByRole('textbox', { name: /Maximum pieces/ })
  await userEvent.clear(most)
  await userEvent.type(most, pieces)
  return { form, most }
}

test('a run is created once for a double click, and opened', async () => {
  const inputs: PrintRunInput[] = []
  await open()
  server.use(
    getCreatePrintRunMockHandler(async ({ request }) => {
      // The generated client sends this type.
      inputs.push((await request.json()) as PrintRunInput)
      return printRun({ pieces: 50 })
    }),
    getGetPrintRunMockHandler(printRun({ pieces: 50 })),
    getListPrintRunPiecesMockHandler([runPiece()]),
  )
  await press(`Create run of ${kind}`)
  const form = await dialog(question)
  expect(await form.findByText('Includes 1,240 pieces on 110 lb, film laminated stock.')).toBeVisible()
  const most = form.getByRole('textbox', { name: /Maximum pieces/ })
  await userEvent.clear(most)
  await userEvent.type(most, '50')
  expect(form.getByRole('status')).toHaveTextContent(
    'Includes 50 pieces on 110 lb, film laminated stock. A mailing paid by permit',
  )
  await userEvent.dblClick(form.getByRole('button', { name: 'Create run' }))
  await waitFor(() => expect(toast()).toHaveTextContent('Run 128 created with 50 pieces'))
  expect(await screen.findByRole('heading', { name: /^Run 128/ })).toHaveFocus()
  expect(inputs).toEqual([{ size: '4.25x6', postalClass: 'FirstClass', cutoffAt: expect.any(String), maxPieces: 50 }])
  expect(window.location.search).toBe(`?tab=runs&run=${printRun().id}`)
})

test('Back passes over a dialog that was closed', async () => {
  window.history.pushState(null, '', '/admin/nope')
  window.history.pushState(null, '', '/admin/production')
  await open()
  await press(`Create run of ${kind}`)
  await userEvent.click((await dialog(question)).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(window.location.search).toBe(''))
  act(() => window.history.back())
  await waitFor(() => expect(window.location.pathname).toBe('/admin/nope'))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

test('a new run that was left keeps what was typed, and its cutoff begins with now', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T15:00:00Z') })
  await open()
  await startRun('50')
  cleanup()
  vi.setSystemTime(new Date('2026-11-20T15:30:00Z'))
  await open()
  await press(`Create run of ${kind}`)
  const again = await dialog(question)
  expect(again.getByRole('textbox', { name: /Maximum pieces/ })).toHaveValue('50')
  expect(again.getByLabelText(/Cutoff/)).toHaveValue('2026-11-20T10:31')
  vi.useRealTimers()
})

test('the dialog of a new run stays when a colleague takes the last pieces, and says that none would be included', async () => {
  await open()
  const { form, most } = await startRun('2500')
  server.use(getListWaitingPiecesMockHandler([]))
  act(() => streams.at(-1)?.emit({ kind: 'ready' }))
  act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'print_runs', count: 1, ids: [printRun().id] }))
  expect(await screen.findByText('No pieces are waiting')).toBeInTheDocument()
  expect(await form.findByText('No pieces would be included.')).toBeVisible()
  expect(most).toHaveValue('2500')
})

test('what is wrong with a new run is shown, and nothing is sent', async () => {
  await open()
  const { form } = await startRun('10001')
  await userEvent.click(form.getByRole('button', { name: 'Create run' }))
  expect(await form.findByText('Enter 1 to 10,000')).toBeVisible()
  expect(requested).not.toContain('/api/admin/print-runs')
})

test.each([
  ['10,000', 'Includes 1,240 pieces'],
  ['1,0', 'Includes 10 pieces'],
  ['-1', 'No pieces would be included.'],
  ['1.5', 'No pieces would be included.'],
])('for at most %s pieces, the dialog says: %s', async (typed, said) => {
  await open()
  const { form, most } = await startRun(typed)
  expect(most).toHaveValue(typed)
  expect(form.getByRole('status')).toHaveTextContent(said)
})

test('a run that a colleague created first keeps the dialog open and says what happened', async () => {
  await open()
  server.use(refusing('post', '/api/admin/print-runs', 409, undefined, 'No pieces are waiting.'))
  await press(`Create run of ${kind}`)
  await userEvent.click((await dialog(question)).getByRole('button', { name: 'Create run' }))
  await waitFor(() => expect(toast()).toHaveTextContent('The print run could not be created'))
  expect(toast()).toHaveTextContent('No pieces are waiting.')
  expect(screen.getByRole('dialog', { name: question })).toBeVisible()
})
