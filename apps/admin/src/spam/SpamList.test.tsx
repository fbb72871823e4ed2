import type { SpamRecord } from '@app/api-client'
import {
  getListSampleRequestsMockHandler,
  getListSampleTemplatesMockHandler,
  getListSpamLeadsMockHandler,
  getListSpamSampleRequestsMockHandler,
} from '@app/api-client/mocks'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  failing,
  lead,
  refusing,
  renderAdmin,
  signedIn,
  signedInAsViewer,
  useAdmin,
  withLeads,
  withStats,
} from '../../test/admin.tsx'
import { changed, watchUndo } from '../../test/changes.ts'

const { server, requested } = useAdmin()

const caught = (changes: Partial<SpamRecord> = {}): SpamRecord => ({
  id: 'spam-1',
  firstName: 'Nia',
  lastName: 'Roofer',
  email: 'nia@roofing.example',
  phone: null,
  company: 'Example Roofing',
  message: 'We mail about 3,000 postcards a month.',
  source: 'Main Website',
  reason: 'The hidden field was filled in: https://roofing.example',
  createdAt: '2025-11-19T21:14:00.000Z',
  ...changes,
})
const spam = [caught(), caught({ id: 'spam-2', firstName: 'Bot', lastName: 'Example' })]

const kinds = [
  {
    name: 'leads',
    address: '?view=spam',
    noun: 'lead',
    api: '/api/admin/leads',
    figures: '/api/admin/stats',
    withSpam: getListSpamLeadsMockHandler(spam),
    none: getListSpamLeadsMockHandler([]),
  },
  {
    name: 'sample requests',
    address: '/samples?tab=requests&view=spam',
    noun: 'sample request',
    api: '/api/admin/print-samples',
    figures: '/api/admin/print-samples/counts',
    withSpam: getListSpamSampleRequestsMockHandler(spam),
    none: getListSpamSampleRequestsMockHandler([]),
  },
] as const

describe.each(kinds)('spam among $name', ({ address, noun, api, figures, withSpam, none }) => {
  const row = (name: string) => within(screen.getByRole('listitem', { name }))
  const calls = (path: string) => requested.filter((one) => one === path).length

  beforeEach(() =>
    server.use(
      signedIn,
      withStats,
      withLeads(lead()),
      getListSampleTemplatesMockHandler([]),
      getListSampleRequestsMockHandler([]),
      withSpam,
    ),
  )

  test('has its own view, with reasons', async () => {
    renderAdmin(address)
    expect(await screen.findByRole('list', { name: 'Spam' })).toBeVisible()
    expect(screen.getByRole('tab', { name: /^Spam/, selected: true })).toBeVisible()
    expect(row('Nia Roofer').getByText('The hidden field was filled in: https://roofing.example')).toBeVisible()
    expect(row('Nia Roofer').getByText('We mail about 3,000 postcards a month.')).toBeVisible()
    // There is no export of spam, and the regular list is not loaded.
    expect(screen.queryByRole('link', { name: 'Export CSV' })).toBeNull()
    expect(calls(api)).toBe(0)
    const [read, readFigures] = [calls(`${api}/spam`), calls(figures)]
    await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
    await waitFor(() => expect([calls(`${api}/spam`) > read, calls(figures) > readFigures]).toEqual([true, true]))
    await userEvent.click(screen.getByRole('tab', { name: /^All/ }))
    await waitFor(() => expect(calls(api)).toBe(1))
    expect(window.location.search).not.toContain('view')
  })

  test('is restored with one click, which can be undone in place', async () => {
    const sent: unknown[] = []
    server.use(
      http.put(`*${api}/spam-1/spam`, async ({ request }) => {
        sent.push(await request.json())
        return new HttpResponse(null, { status: 204 })
      }),
    )
    renderAdmin(address)
    await userEvent.click(await screen.findByRole('button', { name: 'Not spam: Nia Roofer' }))
    const undo = await screen.findByRole('button', { name: 'Undo: Nia Roofer' })
    expect(undo).toHaveFocus()
    expect(screen.getByRole('region', { name: 'Notification' })).toHaveTextContent(`This is a ${noun} now`)
    expect(row('Nia Roofer').getByText(`Not spam: this is a ${noun} now.`)).toBeVisible()
    expect(row('Bot Example').getByRole('button')).toHaveTextContent('Not spam')

    // The second click of a double click.
    fireEvent.click(undo, { detail: 2 })
    await userEvent.click(undo)
    expect(await screen.findByRole('button', { name: 'Not spam: Nia Roofer' })).toHaveFocus()
    expect(sent).toEqual([{ isSpam: false }, { isSpam: true }])
  })

  test('is restored, and Undo in the toast reverts it on the page', async () => {
    const undone = watchUndo(server)
    server.use(http.put(`*${api}/spam-1/spam`, () => changed(null)))
    renderAdmin(address)
    await userEvent.click(await screen.findByRole('button', { name: 'Not spam: Nia Roofer' }))
    const toast = within(screen.getByRole('region', { name: 'Notification' }))
    await userEvent.click(await toast.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('button', { name: 'Not spam: Nia Roofer' })).toBeVisible()
    expect(undone).toEqual(['group-1'])
    const redo = await toast.findByRole('button', { name: 'Undo' })
    // The second click of a double click.
    fireEvent.click(redo, { detail: 2 })
    expect(redo).toBeVisible()
    await userEvent.click(redo)
    expect(await screen.findByRole('button', { name: 'Undo: Nia Roofer' })).toBeVisible()
  })

  test('shows the error, and stays spam', async () => {
    server.use(refusing('put', `${api}/spam-1/spam`, 503))
    renderAdmin(address)
    await userEvent.click(await screen.findByRole('button', { name: 'Not spam: Nia Roofer' }))
    expect(await screen.findByText(`Failed to update ${noun}`)).toBeVisible()
    expect(screen.getByRole('button', { name: 'Not spam: Nia Roofer' })).toHaveAttribute('aria-disabled', 'false')
  })

  test('is read-only for viewers', async () => {
    server.use(signedInAsViewer)
    renderAdmin(address)
    await screen.findByRole('list', { name: 'Spam' })
    expect(screen.queryByRole('button', { name: /Not spam/ })).toBeNull()
  })

  test('has an empty state', async () => {
    server.use(none)
    renderAdmin(address)
    expect(await screen.findByText('No spam')).toBeVisible()
  })

  test('can be retried when loading fails', async () => {
    server.use(failing(`${api}/spam`, 500))
    renderAdmin(address)
    expect(await screen.findByText('Spam could not be loaded')).toBeVisible()
    server.use(withSpam)
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('list', { name: 'Spam' })).toBeVisible()
  })
})
