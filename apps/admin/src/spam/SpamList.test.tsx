import type { SpamRecord } from '@app/api-client'
import {
  getListSampleRequestsMockHandler,
  getListSampleTemplatesMockHandler,
  getListSpamLeadsMockHandler,
  getListSpamSampleRequestsMockHandler,
} from '@app/api-client/mocks'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  failing,
  lead,
  refusing,
  renderAdmin,
  signedIn,
  signedInAsViewer,
  toast,
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

  test('has its own view with reasons, a retry, and an empty state', async () => {
    server.use(failing(`${api}/spam`, 500))
    renderAdmin(address)
    expect(await screen.findByText('Spam could not be loaded')).toBeVisible()
    server.use(withSpam)
    await userEvent.click(screen.getByText('Retry'))
    expect(await screen.findByRole('list', { name: 'Spam' })).toBeVisible()
    expect(screen.getByRole('tab', { name: /^Spam/, selected: true })).toBeVisible()
    expect(row('Nia Roofer').getByText('The hidden field was filled in: https://roofing.example')).toBeVisible()
    expect(row('Nia Roofer').getByText('We mail about 3,000 postcards a month.')).toBeVisible()
    // Spam has no export, and the regular list does not load.
    expect(screen.queryByText('Export CSV')).toBeNull()
    expect(calls(api)).toBe(0)
    const before = calls(figures)
    server.use(none)
    await userEvent.click(screen.getByText('Refresh'))
    expect(await screen.findByText('No spam')).toBeVisible()
    await waitFor(() => expect(calls(figures)).toBeGreaterThan(before))
    await userEvent.click(screen.getByRole('tab', { name: /^All/ }))
    await waitFor(() => expect(calls(api)).toBe(1))
    expect(window.location.search).not.toContain('view')
  })

  test('is restored with one click, which can be undone in place or from the toast', async () => {
    const sent: unknown[] = []
    server.use(refusing('put', `${api}/spam-1/spam`, 503))
    renderAdmin(address)
    const restore = { name: 'Not spam: Nia Roofer' }
    await userEvent.click(await screen.findByRole('button', restore))
    expect(await screen.findByText(`Failed to update ${noun}`)).toBeVisible()
    expect(screen.getByRole('button', restore)).toHaveAttribute('aria-disabled', 'false')

    const undone = watchUndo(server)
    server.use(
      http.put(`*${api}/spam-1/spam`, async ({ request }) => {
        sent.push(await request.json())
        return changed(null)
      }),
    )
    await userEvent.click(screen.getByRole('button', restore))
    const undo = await screen.findByRole('button', { name: 'Undo: Nia Roofer' })
    expect(undo).toHaveFocus()
    expect(toast()).toHaveTextContent(`This is a ${noun} now`)
    expect(row('Nia Roofer').getByText(`Not spam: this is a ${noun} now.`)).toBeVisible()
    expect(row('Bot Example').getByRole('button')).toHaveTextContent('Not spam')

    // The second click of a double click.
    fireEvent.click(undo, { detail: 2 })
    await userEvent.click(undo)
    expect(await screen.findByRole('button', restore)).toHaveFocus()
    expect(sent).toEqual([{ isSpam: false }, { isSpam: true }])

    await userEvent.click(screen.getByRole('button', restore))
    await screen.findByRole('button', { name: 'Undo: Nia Roofer' })
    await userEvent.click(await within(toast()).findByText('Undo'))
    expect(await screen.findByRole('button', restore)).toBeVisible()
    expect(undone).toEqual(['group-1'])
    const redo = await within(toast()).findByRole('button', { name: 'Undo' })
    // The second click of a double click.
    fireEvent.click(redo, { detail: 2 })
    expect(redo).toBeVisible()
    await userEvent.click(redo)
    expect(await screen.findByRole('button', { name: 'Undo: Nia Roofer' })).toBeVisible()
  })
})

test('spam is read-only for viewers', async () => {
  server.use(signedInAsViewer, withStats, withLeads(lead()), kinds[0].withSpam)
  renderAdmin(kinds[0].address)
  await screen.findByRole('list', { name: 'Spam' })
  expect(screen.queryByText('Not spam')).toBeNull()
})
