import { getListPricingAuditMockHandler, getListPricingProductsMockHandler } from '@app/api-client/mocks'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderAdmin, signedIn, streams, useAdmin } from '../../../test/admin.tsx'
import { auditEntry, product } from '../../../test/records.ts'
import { areClosed, dialog, fill, press, says } from '../../../test/user-actions.ts'

const { server, requested } = useAdmin()

const openLog = async (...entries: ReturnType<typeof auditEntry>[]) => {
  server.use(signedIn, getListPricingProductsMockHandler([product()]), getListPricingAuditMockHandler(entries))
  renderAdmin('/pricing?tab=audit')
  await screen.findByRole('list', { name: 'Audit log' })
}
const restoring = 'Restore 4.25x6 postcard as it was before this change'

test('shows person, time, and changes, unknown actions verbatim, and an export with the filters in the URL', async () => {
  const hidden = [{ field: 'isVisible', before: 'true', after: 'false' }]
  await openLog(auditEntry(), auditEntry({ id: 'b', action: 'imported', changes: hidden }))
  const [first, second] = screen.getAllByRole('listitem').filter((item) => item.textContent?.includes('Rosa Example'))
  expect(first).toHaveTextContent('Updated 4.25x6 postcard')
  expect(first).toHaveTextContent('Nov 20, 2025, 10:04 AM')
  expect(first).toHaveTextContent('Starting price: $0.68 → $0.62')
  expect(second).toHaveTextContent('imported 4.25x6 postcard')
  expect(second).toHaveTextContent('Visibility: Visible → Hidden')

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
  fill(screen.getByLabelText('Person'), 'Rosa Example')
  const filter = `productId=${product().id}&action=update&actor=Rosa+Example`
  await waitFor(() => expect(requested.at(-1)).toBe(`?limit=50&${filter}`))
  expect(window.location.search).toBe(`?tab=audit&product=${product().id}&action=update&actor=Rosa+Example`)
  const link = screen.getByRole('link', { name: 'Export CSV' })
  expect(link).toHaveAttribute('href', `/api/admin/pricing/audit/export?${filter}`)
})

test('restores earlier values after a confirmation, but does not overwrite a change made in the meantime', async () => {
  await openLog(auditEntry())
  const writes: unknown[] = []
  server.use(
    getListPricingProductsMockHandler([product({ version: 4 })]),
    http.put('*/api/admin/pricing/products/:id', async ({ request }) => {
      writes.push([request.headers.get('If-Match'), await request.json()])
      return writes.length === 1 ? new HttpResponse(null, { status: 412 }) : HttpResponse.json(product())
    }),
  )
  const restore = async () => {
    await press(restoring)
    const question = await dialog('Restore earlier values?')
    expect(question.getByText('$0.68')).toBeVisible()
    await userEvent.click(question.getByRole('button', { name: 'Restore' }))
  }
  await restore()
  await says('Someone has changed it since then.')
  await areClosed()
  // The next attempt is based on that change. Nothing else changes.
  await restore()
  await says('SuccessProduct updated successfully')
  const { id: _id, version: _version, ...rest } = product()
  const body = { ...rest, startingPrice: 0.68 }
  expect(writes).toEqual([
    ['"3"', body],
    ['"4"', body],
  ])
})

test('offers no restore once a colleague has restored it, even while the confirmation is open', async () => {
  await openLog(auditEntry())
  await press(restoring)
  const question = await dialog('Restore earlier values?')
  act(() => streams.at(-1)?.emit({ kind: 'ready' }))
  server.use(getListPricingProductsMockHandler([product({ startingPrice: 0.68, version: 4 })]))
  act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'pricing_products', count: 1, ids: [product().id] }))
  await userEvent.click(await question.findByRole('button', { name: 'Show current version' }))
  await userEvent.click(await question.findByRole('button', { name: 'OK' }))
  await areClosed()
  expect(screen.queryByRole('button', { name: /^Restore/ })).not.toBeInTheDocument()
  expect(requested).not.toContain(`/api/admin/pricing/products/${product().id}`)
})
