import { getListPricingAuditMockHandler, getListPricingProductsMockHandler } from '@app/api-client/mocks'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { failing, renderAdmin, signedIn, streams, useAdmin } from '../../../test/admin.tsx'
import { auditEntry, product } from '../../../test/records.ts'
import { dialog, press, toast } from '../../../test/settings.tsx'

const { server } = useAdmin()

describe('the audit log', () => {
  const openLog = async (...entries: ReturnType<typeof auditEntry>[]) => {
    server.use(signedIn, getListPricingProductsMockHandler([product()]), getListPricingAuditMockHandler(entries))
    renderAdmin('/pricing?tab=audit')
    await screen.findByRole('list', { name: 'Audit log' })
  }

  test('shows person, time, and changes, and unknown actions as is', async () => {
    await openLog(
      auditEntry(),
      auditEntry({ id: 'b', action: 'imported', changes: [{ field: 'isVisible', before: 'true', after: 'false' }] }),
    )
    const [first, second] = screen.getAllByRole('listitem').filter((item) => item.textContent?.includes('Rosa Example'))
    expect(first).toHaveTextContent('Updated 4.25x6 postcard')
    expect(first).toHaveTextContent('Nov 20, 2025, 10:04 AM')
    expect(first).toHaveTextContent('Starting price: $0.68 → $0.62')
    expect(second).toHaveTextContent('imported 4.25x6 postcard')
    expect(second).toHaveTextContent('Visibility: Visible → Hidden')
  })

  test('keeps the filters in the URL, and the export has the same filters', async () => {
    await openLog(auditEntry())
    const requested: string[] = []
    server.use(
      http.get('*/api/admin/pricing/audit', ({ request }) => {
        requested.push(new URL(request.url).search)
        return HttpResponse.json([])
      }),
    )
    await userEvent.selectOptions(screen.getByLabelText('Product'), '4.25x6 postcard')
    expect(await screen.findByText('No changes match')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'Updated')
    await userEvent.type(screen.getByLabelText('Person'), 'Rosa Example')
    await waitFor(() =>
      expect(window.location.search).toBe(`?tab=audit&product=${product().id}&action=update&actor=Rosa+Example`),
    )
    await waitFor(() =>
      expect(requested.at(-1)).toBe(`?limit=50&productId=${product().id}&action=update&actor=Rosa+Example`),
    )
    expect(screen.getByRole('link', { name: 'Export CSV' })).toHaveAttribute(
      'href',
      `/api/admin/pricing/audit/export?productId=${product().id}&action=update&actor=Rosa+Example`,
    )
  })

  test('restores the earlier values after confirmation, and changes nothing else', async () => {
    await openLog(auditEntry())
    const writes: unknown[] = []
    server.use(
      http.put('*/api/admin/pricing/products/:id', async ({ request }) => {
        writes.push({ version: request.headers.get('If-Match'), body: await request.json() })
        return HttpResponse.json(product())
      }),
    )
    await press('Restore 4.25x6 postcard as it was before this change')
    const question = await dialog('Restore earlier values?')
    expect(question.getByText('$0.68')).toBeVisible()
    await userEvent.click(question.getByRole('button', { name: 'Restore' }))
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessProduct updated successfully'))
    const { id: _id, version: _version, ...rest } = product()
    expect(writes).toEqual([{ version: '"3"', body: { ...rest, startingPrice: 0.68 } }])
  })

  test('offers no restore once a colleague has restored it, even while the question is open', async () => {
    await openLog(auditEntry())
    await press('Restore 4.25x6 postcard as it was before this change')
    const question = await dialog('Restore earlier values?')
    act(() => streams.at(-1)?.emit({ kind: 'ready' }))
    server.use(getListPricingProductsMockHandler([product({ startingPrice: 0.68, version: 4 })]))
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'pricing_products', count: 1, ids: [product().id] }))
    await userEvent.click(await question.findByRole('button', { name: 'Show current version' }))
    // There is no handler for PUT here, so a PUT would fail the test.
    await userEvent.click(await question.findByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.queryByRole('button', { name: /^Restore/ })).not.toBeInTheDocument()
    expect(toast()).not.toHaveTextContent('Product updated')
  })

  test('does not overwrite a change made in the meantime; the next attempt is based on it', async () => {
    await openLog(auditEntry())
    const versions: (string | null)[] = []
    server.use(
      getListPricingProductsMockHandler([product({ version: 4 })]),
      http.put('*/api/admin/pricing/products/:id', ({ request }) => {
        versions.push(request.headers.get('If-Match'))
        return versions.length === 1 ? new HttpResponse(null, { status: 412 }) : HttpResponse.json(product())
      }),
    )
    const restore = async () => {
      await press('Restore 4.25x6 postcard as it was before this change')
      await userEvent.click((await dialog('Restore earlier values?')).getByRole('button', { name: 'Restore' }))
    }
    await restore()
    await waitFor(() => expect(toast()).toHaveTextContent('Someone has changed it since then.'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await restore()
    await waitFor(() => expect(toast()).toHaveTextContent('Product updated successfully'))
    expect(versions).toEqual(['"3"', '"4"'])
  })

  test('a failure can be retried', async () => {
    server.use(signedIn, getListPricingProductsMockHandler([]), failing('/api/admin/pricing/audit', 500, 'req-5'))
    renderAdmin('/pricing?tab=audit')
    expect(await screen.findByText('req-5')).toBeVisible()
    server.use(getListPricingAuditMockHandler([auditEntry()]))
    await press('Retry')
    expect(await screen.findByRole('list', { name: 'Audit log' })).toHaveTextContent('Rosa Example')
  })
})
