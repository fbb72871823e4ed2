import type { CrmStatus } from '@app/api-client'
import { getGetCrmStatusMockHandler, getPauseCrmMockHandler, getResumeCrmMockHandler } from '@app/api-client/mocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { failing, refusing, renderAdmin, signedIn, streams, useAdmin } from '../../../test/admin.tsx'
import { crmStatus } from '../../../test/records.ts'
import { press, toast } from '../../../test/settings.tsx'
import { ageText } from '../../components/format.ts'

const { server } = useAdmin()

const has = (changes: Partial<CrmStatus> = {}) => server.use(getGetCrmStatusMockHandler(crmStatus(changes)))
const paused: Partial<CrmStatus> = {
  state: 'paused',
  pausedBy: 'staff',
  pausedByName: 'Rosa Example',
  pausedSince: '2026-11-20T16:00:00.000Z',
}
const refused: Partial<CrmStatus> = {
  state: 'paused',
  pausedBy: 'credentials',
  pausedSince: '2026-11-20T16:00:00.000Z',
  pausedReason: 'The CRM rejected our token.',
}

async function open(changes: Partial<CrmStatus> = {}) {
  server.use(signedIn)
  has(changes)
  renderAdmin('/settings?tab=crm')
  await screen.findByText('Last success')
}

const figures = () =>
  screen.getAllByRole('term').map((term) => `${term.textContent}: ${term.nextElementSibling?.textContent}`)

describe('the state', () => {
  test('working: last success, waiting records and their age, and links to failures', async () => {
    await open({ failed: 2 })
    expect(screen.getByText('Working')).toBeVisible()
    expect(figures()).toEqual([
      'Last success: Nov 20, 2025, 10:04 AM',
      'Waiting: 3',
      'Oldest waiting: 2 hours',
      'Failed: 2',
    ])
    expect(screen.getByRole('link', { name: 'Failed leads' })).toHaveAttribute('href', '/admin?status=sync_failed')
    expect(screen.getByRole('link', { name: 'Failed requests' })).toHaveAttribute(
      'href',
      '/admin/samples?tab=requests&sync=failed',
    )
  })

  test('shows it when another owner pauses the sync', async () => {
    await open()
    act(() => streams.at(-1)?.emit({ kind: 'ready' }))
    has(paused)
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'accounts', count: 1, ids: [] }))
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeVisible()
  })

  test('not configured: explains how to configure it, without buttons', async () => {
    await open({ state: 'not_configured', lastSuccessAt: null, waiting: 0, oldestWaitingSeconds: 0 })
    expect(screen.getByText('Not configured')).toBeVisible()
    expect(figures()[0]).toBe('Last success: —')
    expect(screen.queryByRole('button', { name: /Pause|Resume/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('link', { name: 'Failed leads' })).not.toBeInTheDocument()
  })

  test('paused by rejected credentials: the reason, and a way to try again', async () => {
    await open(refused)
    expect(screen.getByText('Paused: the CRM rejected our credentials')).toBeVisible()
    expect(screen.getByText(/The CRM rejected our token\./)).toBeVisible()
    server.use(getResumeCrmMockHandler(crmStatus()))
    has()
    await press('Try again now')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessCRM sync resumed'))
    expect(await screen.findByText('Working')).toBeVisible()
  })

  test('a failure can be retried', async () => {
    server.use(signedIn, failing('/api/admin/crm', 503, 'req-3'))
    renderAdmin('/settings?tab=crm')
    expect(await screen.findByText('req-3')).toBeVisible()
    has()
    await press('Retry')
    expect(await screen.findByText('Working')).toBeVisible()
  })
})

describe('pausing and resuming', () => {
  const pause = async () => {
    await press('Pause')
    const question = within(await screen.findByRole('dialog', { name: 'Pause CRM sync' }))
    await userEvent.click(question.getByRole('button', { name: 'Pause' }))
  }

  test('stays when it cannot be read again, with the question about a pause', async () => {
    await open()
    await press('Pause')
    server.use(failing('/api/admin/crm', 500))
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'accounts', count: 1, ids: [] }))
    expect(await screen.findByText('The CRM status could not be loaded')).toBeInTheDocument()
    expect(screen.getByRole('dialog', { name: 'Pause CRM sync' })).toBeVisible()
    expect(screen.getByText('Working')).toBeInTheDocument()
  })

  test('"CRM sync paused" after confirmation, then "CRM sync resumed"', async () => {
    await open()
    server.use(getPauseCrmMockHandler(crmStatus(paused)))
    has(paused)
    await pause()
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessCRM sync paused'))
    expect(await screen.findByText('Paused by staff')).toBeVisible()
    expect(screen.getByText('Rosa Example', { selector: 'p span' })).toBeVisible()
    server.use(getResumeCrmMockHandler(crmStatus()))
    has()
    await press('Resume')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessCRM sync resumed'))
    expect(await screen.findByText('Working')).toBeVisible()
  })

  test('"Failed to pause CRM sync"', async () => {
    await open()
    server.use(refusing('post', '/api/admin/crm/pause', 500))
    await pause()
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to pause CRM sync'))
    expect(screen.getByText('Working')).toBeVisible()
  })

  test('"Failed to resume CRM sync"', async () => {
    await open(paused)
    server.use(refusing('post', '/api/admin/crm/resume', 500))
    await press('Resume')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to resume CRM sync'))
    expect(screen.getByText('Paused by staff')).toBeVisible()
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
