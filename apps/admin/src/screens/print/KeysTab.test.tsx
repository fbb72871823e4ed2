import type { SandboxKeyUsage } from '@app/api-client'
import {
  getGetPrintStatsMockHandler,
  getListRenderersMockHandler,
  getListSandboxKeysMockHandler,
  getRevokeSandboxKeyMockHandler,
} from '@app/api-client/mocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
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
import { printStats, renderer, sandboxKey } from '../../../test/records.ts'
import { answer, dialog, press, toast } from '../../../test/settings.tsx'

const { server, requested } = useAdmin()

const path = '/api/admin/print/keys'
const leadId = '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a33'
const revoked = sandboxKey({ state: 'revoked', revokedAt: '2025-11-21T15:04:05.123Z' })
const asks = () => requested.filter((one) => one === path).length

async function open(keys: SandboxKeyUsage[] = [sandboxKey()], session = signedInAsEditor, query = '') {
  server.use(session, getListSandboxKeysMockHandler(keys))
  renderAdmin(`/print?tab=keys${query}`)
  await screen.findByRole('list', { name: 'Sandbox keys' })
}

const row = (name = 'sandbox_0123') => screen.getByRole('listitem', { name })

describe('the list', () => {
  test('shows usage, time, state, and the lead of each key', async () => {
    await open([
      sandboxKey({ leadId, leadName: 'Dana Example', proofs: 1_000, templates: 2, assets: 1 }),
      sandboxKey({ id: 'b', prefix: 'sandbox_used', state: 'expired', lastUsedAt: null, proofs: 0, templates: 0 }),
      { ...revoked, id: 'c', prefix: 'sandbox_gone' },
    ])
    expect(row()).toHaveTextContent('sandbox_0123…ActiveCreated Nov 20, 2025, 10:04 AM')
    expect(row()).toHaveTextContent('1,000+ proofs, 2 templates, 1 assetLast used Nov 20, 2025, 11:04 AM')
    expect(row()).toHaveTextContent('Expires Dec 4, 2025')
    expect(within(row()).getByRole('link', { name: 'Dana Example' })).toHaveAttribute('href', `/admin?lead=${leadId}`)
    expect(row('sandbox_used')).toHaveTextContent('0 proofsNever usedExpired Dec 4, 2025')
    expect(row('sandbox_gone')).toHaveTextContent('RevokedCreated')
    expect(row('sandbox_gone')).toHaveTextContent('Revoked Nov 21, 2025')
  })

  test('only active keys can be revoked, and not by viewers', async () => {
    await open([sandboxKey(), { ...revoked, id: 'c', prefix: 'sandbox_gone' }])
    expect(screen.getAllByRole('button', { name: /^Revoke / }).map((one) => one.getAttribute('aria-label'))).toEqual([
      'Revoke sandbox_0123',
    ])
  })

  test('viewers can read it', async () => {
    await open([sandboxKey()], signedInAsViewer)
    expect(screen.queryByRole('button', { name: /^Revoke / })).not.toBeInTheDocument()
  })

  test('can be filtered by state, kept in the URL', async () => {
    await open()
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

  test('covers loading, an empty list, and a failure with its request id and a retry', async () => {
    server.use(signedIn, stalling(path))
    const { unmount } = renderAdmin('/print?tab=keys')
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
    unmount()

    server.use(failing(path, 500, 'req-7'))
    renderAdmin('/print?tab=keys')
    expect(await screen.findByText('req-7')).toBeVisible()
    server.use(getListSandboxKeysMockHandler([]))
    await press('Retry')
    expect(await screen.findByText('No sandbox keys yet')).toBeVisible()
  })
})

describe('revoking', () => {
  test('asks for confirmation, focuses the safe button, and changes nothing when canceled', async () => {
    await open()
    await press('Revoke sandbox_0123')
    const question = await dialog('Revoke key')
    expect(question.getByText(/can’t be undone/)).toHaveTextContent('sandbox_0123')
    await waitFor(() => expect(question.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    const calls = requested.length
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(requested.slice(calls)).toEqual([])
    expect(screen.getByRole('button', { name: 'Revoke sandbox_0123' })).toHaveFocus()
  })

  test('"Key revoked successfully", once for a double click, and the list shows it', async () => {
    await open()
    server.use(getRevokeSandboxKeyMockHandler(revoked))
    await press('Revoke sandbox_0123')
    server.use(getListSandboxKeysMockHandler([revoked]))
    await userEvent.dblClick((await dialog('Revoke key')).getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessKey revoked successfully'))
    await waitFor(() => expect(row()).toHaveTextContent('Revoked Nov 21, 2025'))
    expect(requested.filter((one) => one.endsWith('/revoke'))).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'Revoke sandbox_0123' })).not.toBeInTheDocument()
  })

  test('that no longer exists says so, and shows what is there now', async () => {
    await open()
    server.use(refusing('post', `${path}/:id/revoke`, 404))
    server.use(getListSandboxKeysMockHandler([]))
    await press('Revoke sandbox_0123')
    await answer('Revoke key', 'Revoke')
    await waitFor(() => expect(toast()).toHaveTextContent('The sandbox key no longer exists'))
    expect(await screen.findByText('No sandbox keys yet')).toBeVisible()
  })

  test('by a colleague is shown at once', async () => {
    await open()
    act(() => streams.at(-1)?.emit({ kind: 'ready' }))
    server.use(getListSandboxKeysMockHandler([revoked]))
    const calls = asks()
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'accounts', count: 1, ids: [] }))
    await waitFor(() => expect(row()).toHaveTextContent('Revoked Nov 21, 2025'))
    expect(asks()).toBe(calls + 1)
  })
})
