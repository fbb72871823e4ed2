import type { LeadDetail } from '@app/api-client'
import { getRetryLeadSyncMockHandler } from '@app/api-client/mocks'
import { brand } from '@app/brand'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  failing,
  lead,
  refusing,
  renderAdmin,
  signedIn,
  streams,
  useAdmin,
  withLeads,
  withStats,
  toast,
} from '../../test/admin.tsx'
import { withLead, work, leadHandlers } from '../../test/leads.ts'

const { server } = useAdmin()

beforeEach(() => server.use(...leadHandlers))

describe('one lead', () => {
  const id = '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11'
  const detail: LeadDetail = {
    ...lead({ id }),
    status: 'sync_failed',
    phone: '(800) 555-0142',
    message: 'About 3,000 a month.',
    source: 'Mortgage Page',
    leadSource: 'Example Website',
    crmError: 'The CRM did not respond.',
    crmAttempts: 2,
    crmFailures: [
      { at: '2025-11-19T21:14:02.000Z', reason: 'The CRM did not respond.' },
      { at: '2025-11-19T21:14:07.000Z', reason: 'The CRM rejected the record (422).' },
    ],
    crmLeadId: null,
    crmSyncedAt: null,
    pipeline: work({ id }),
  }
  const panel = () => within(screen.getByRole('dialog', { name: 'Lead' }))

  test('opens next to the list, has a URL, and closes', async () => {
    server.use(signedIn, withStats, withLeads(lead({ id })), withLead(detail))
    renderAdmin()
    await userEvent.click(await screen.findByRole('button', { name: 'Dana Example' }))
    expect(window.location.search).toBe(`?lead=${id}`)
    expect(await screen.findByText('About 3,000 a month.')).toBeVisible()
    for (const text of ['Example Website', 'Example Roofing']) {
      expect(panel().getByText(text)).toBeVisible()
    }
    expect(panel().queryByRole('link', { name: /View lead/ })).not.toBeInTheDocument()
    expect(panel().getByRole('link', { name: '(800) 555-0142' })).toHaveAttribute('href', 'tel:8005550142')
    const entries = window.history.length
    await userEvent.click(panel().getByRole('button', { name: 'Close lead' }))
    expect(window.location.search).toBe('')
    // Back does not open it again.
    expect(window.history.length).toBe(entries)
  })

  test('shows a colleague’s changes to the lead', async () => {
    server.use(signedIn, withStats, withLeads(lead({ id })), withLead(detail))
    renderAdmin(`?lead=${id}`)
    expect(await screen.findByRole('button', { name: 'Retry sync' })).toBeVisible()
    act(() => streams.at(-1)?.emit({ kind: 'ready' }))
    server.use(withLead({ ...detail, status: 'new' }))
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'leads', count: 1, ids: [id] }))
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry sync' })).not.toBeInTheDocument())
    server.use(failing('/api/admin/leads/:id', 404))
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'leads', count: 1, ids: [id] }))
    expect(await screen.findByText('Lead not found')).toBeVisible()
  })

  test('shows the data of its row while the rest loads', async () => {
    const rest = Promise.withResolvers<LeadDetail>()
    server.use(
      signedIn,
      withStats,
      withLeads(lead({ id })),
      withLead(() => rest.promise),
    )
    renderAdmin(`?lead=${id}`)
    expect(await screen.findByRole('heading', { name: 'Dana Example' })).toBeVisible()
    for (const text of ['dana@example.com', 'Example Roofing', 'Home Services']) {
      expect(panel().getByText(text)).toBeVisible()
    }
    expect(panel().getByRole('status', { name: 'Loading' })).toBeInTheDocument()
    rest.resolve({ ...detail, duplicateBy: ['email'] })
    expect(await screen.findByText('About 3,000 a month.')).toBeVisible()
    expect(panel().getByRole('link', { name: 'Other leads have this email' })).toHaveAttribute(
      'href',
      '/admin?q=dana%40example.com',
    )
  })

  test('returns the focus to the row of the last lead shown, or to the list', async () => {
    const other = '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a12'
    const two = [lead({ id }), lead({ id: other, firstName: 'Marcus' })]
    server.use(signedIn, withStats, withLeads(...two), withLead(detail))
    renderAdmin()
    await userEvent.click(await screen.findByRole('button', { name: 'Dana Example' }))
    await screen.findByText('About 3,000 a month.')
    await userEvent.keyboard('j{Escape}')
    await waitFor(() => expect(screen.getByRole('button', { name: 'Marcus Example' })).toHaveFocus())
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.click(await screen.findByRole('option', { name: 'New leads' }))
    await screen.findByRole('button', { name: 'Remove filter Status: New' })
    server.use(withLeads(lead({ id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a13', firstName: 'Nia' })))
    await userEvent.keyboard('{Control>}k{/Control}')
    await userEvent.keyboard('nia')
    await userEvent.click(await screen.findByRole('option', { name: /Nia Example/ }))
    await screen.findByText('About 3,000 a month.')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Recent Leads' })).toHaveFocus())
  })

  test('links to the lead in the CRM', async () => {
    const crmLeadId = '7a1f9c52-9a3e-4d8e-9f53-1f6cf1c5a001'
    const synced = { ...detail, status: 'synced', crmError: null, crmLeadId, crmSyncedAt: '2025-11-19T21:15:00.000Z' }
    server.use(signedIn, withStats, withLeads(lead({ id })), withLead(synced))
    renderAdmin(`?lead=${id}`)
    expect(await screen.findByRole('link', { name: /^View lead in the CRM/ })).toHaveAttribute(
      'href',
      `${brand.links.crmLeadBase}${crmLeadId}`,
    )
  })

  test('j and k go to the next and previous lead, and in the list from row to row', async () => {
    const others = ['Nia', 'Omar'].map((firstName, index) =>
      lead({ id: `01932c07-5b1c-7d52-8f3a-2b1f6f3f8a2${index}`, firstName }),
    )
    server.use(signedIn, withStats, withLeads(lead({ id }), ...others), withLead(detail))
    renderAdmin()
    await screen.findByText('Nia Example')
    await userEvent.keyboard('kjj')
    expect(screen.getByRole('button', { name: 'Nia Example' })).toHaveFocus()
    await userEvent.keyboard('k{Enter}')
    expect(window.location.search).toBe(`?lead=${id}`)
    await screen.findByRole('button', { name: 'Next lead' })
    await userEvent.keyboard('jjj')
    expect(window.location.search).toBe(`?lead=${others[1]?.id}`)
    await userEvent.click(screen.getByRole('button', { name: 'Previous lead' }))
    expect(window.location.search).toBe(`?lead=${others[0]?.id}`)
  })

  test('a failed sync can be retried', async () => {
    server.use(
      signedIn,
      withStats,
      withLeads(lead({ id })),
      withLead(detail),
      getRetryLeadSyncMockHandler({ requeued: 1 }),
    )
    renderAdmin(`?lead=${id}`)
    const retry = await screen.findByRole('button', { name: 'Retry sync' })
    server.use(withLead({ ...detail, status: 'new', crmError: null }))
    await userEvent.click(retry)
    expect(await screen.findByText('CRM sync will be tried again')).toBeVisible()
    await waitFor(() => expect(panel().queryByRole('button', { name: 'Retry sync' })).not.toBeInTheDocument())
  })

  test('a failed retry shows an error', async () => {
    server.use(
      signedIn,
      withStats,
      withLeads(lead({ id })),
      withLead(detail),
      refusing('post', '/api/admin/leads/:id/retry-sync', 503),
    )
    renderAdmin(`?lead=${id}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Retry sync' }))
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to retry the CRM sync'))
  })

  test('an invalid id shows a notice', async () => {
    server.use(signedIn, withStats, withLeads())
    renderAdmin('?lead=nope')
    expect(await screen.findByText('Lead not found')).toBeVisible()
  })
})
