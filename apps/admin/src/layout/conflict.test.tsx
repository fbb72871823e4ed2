import {
  getListPricingAuditMockHandler,
  getListPricingProductsMockHandler,
  getListSampleTemplatesMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failing, refusing, renderAdmin, signedIn, useAdmin } from '../../test/admin.tsx'
import { auditEntry, product, template } from '../../test/records.ts'

const { server } = useAdmin()

const toast = () => screen.getByRole('region', { name: 'Notification' })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const field = (name: string | RegExp) => screen.getByLabelText(name)
const rows = () => screen.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
const now = Date.parse('2026-11-20T15:00:00-05:00')
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  vi.useRealTimers()
})

/** What is written from now on, and over which version. */
function watchWrites(path: string) {
  const writes: { version: string | null; body: unknown }[] = []
  server.use(
    http.put(`*${path}/:id`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      writes.push({ version: request.headers.get('If-Match'), body })
      return HttpResponse.json({ ...product(), ...body })
    }),
  )
  return writes
}

describe('a product that two people edit', () => {
  const path = '/api/admin/pricing/products'
  const theirs = product({ name: 'Theirs', startingPrice: 0.7, version: 4 })

  /** A name and a price are typed over version 3, when Nia has saved version 4. */
  const collide = async () => {
    server.use(signedIn, getListPricingProductsMockHandler([product()]))
    renderAdmin(`/pricing?edit=${product().id}`)
    await screen.findByRole('dialog', { name: 'Edit Product' })
    await userEvent.type(field(/^Name/), ', mine')
    await userEvent.clear(field(/^Starting price/))
    await userEvent.type(field(/^Starting price/), '0.70')
    const asked: string[] = []
    server.use(
      refusing('put', `${path}/:id`, 412),
      getListPricingProductsMockHandler([theirs]),
      http.get('*/api/admin/pricing/audit', ({ request }) => {
        asked.push(new URL(request.url).search)
        return HttpResponse.json([auditEntry({ actor: 'Nia Example', createdAt: minutesAgo(3.6) })])
      }),
    )
    await press('Save')
    expect(await screen.findByText(/^Changed by/)).toHaveTextContent('Changed by Nia Example, 3 minutes ago')
    expect(asked).toEqual([`?productId=${product().id}&limit=1`])
  }

  test('shows who changed it and when, and only the fields that differ; reloading keeps both versions visible', async () => {
    await collide()
    const differences = [
      ['Field', 'Theirs', 'Yours'],
      ['Name', 'Theirs', '4.25x6 postcard, mine'],
    ]
    expect(rows()).toEqual(differences)
    await press('Reload')
    expect(field(/^Name/)).toHaveValue('Theirs')
    expect(screen.getByRole('alert')).toHaveFocus()
    expect(rows()).toEqual(differences)
    expect(screen.queryByRole('button', { name: 'Overwrite' })).not.toBeInTheDocument()

    const writes = watchWrites(path)
    await press('Save')
    await waitFor(() => expect(writes.map(({ version }) => version)).toEqual(['"4"']))
  })

  test('Overwrite saves the form over the version that was shown, and over no later one', async () => {
    await collide()
    const writes = watchWrites(path)
    await press('Overwrite')
    await waitFor(() => expect(toast()).toHaveTextContent('Product updated successfully'))
    const body = expect.objectContaining({ name: '4.25x6 postcard, mine', startingPrice: 0.7 })
    expect(writes).toEqual([{ version: '"4"', body }])
  })

  test('loading their version can be retried, and nothing is overwritten unseen', async () => {
    server.use(
      signedIn,
      getListPricingProductsMockHandler([product()]),
      refusing('put', `${path}/:id`, 412),
      failing('/api/admin/pricing/audit', 503),
    )
    renderAdmin(`/pricing?edit=${product().id}`)
    await press('Save')
    expect(await screen.findByText('The server is busy or restarting. Try again in a moment.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Overwrite' })).not.toBeInTheDocument()
    server.use(getListPricingAuditMockHandler([]))
    await press('Retry')
    expect(await screen.findByRole('button', { name: 'Overwrite' })).toBeVisible()
    expect(screen.getByText('Someone else changed this product')).toBeVisible()
    expect(screen.getByText('What they saved is the same as yours.')).toBeVisible()
  })
})

describe('a template that two people edit', () => {
  const path = '/api/admin/sample-templates'

  const collide = async (...stored: ReturnType<typeof template>[]) => {
    server.use(signedIn, getListSampleTemplatesMockHandler([template()]))
    renderAdmin(`/samples?edit=${template().id}`)
    await screen.findByRole('dialog', { name: 'Edit Template' })
    await userEvent.type(field(/^Name/), ' mine')
    server.use(refusing('put', `${path}/:id`, 412), getListSampleTemplatesMockHandler(stored))
    await press('Save')
  }

  test('shows the fields that differ, and Overwrite saves the form over the version that was shown', async () => {
    await collide(template({ active: false, version: 4 }))
    expect(await screen.findByText('Someone else changed this template')).toBeVisible()
    expect(screen.getByRole('alert')).toHaveFocus()
    await waitFor(() =>
      expect(rows()).toEqual([
        ['Field', 'Theirs', 'Yours'],
        ['Name', 'Spring postcard', 'Spring postcard mine'],
        ['State', 'Inactive', 'Active'],
      ]),
    )
    const writes = watchWrites(path)
    await press('Overwrite')
    await waitFor(() => expect(toast()).toHaveTextContent('Template updated successfully'))
    const body = expect.objectContaining({ name: 'Spring postcard mine', active: true })
    expect(writes).toEqual([{ version: '"4"', body }])
  })

  test('Reload shows the other version, and what was typed stays visible', async () => {
    await collide(template({ active: false, version: 4 }))
    await press('Reload')
    expect(field(/^Name/)).toHaveValue('Spring postcard')
    expect(field('Active')).not.toBeChecked()
    expect(screen.getByRole('cell', { name: 'Spring postcard mine' })).toBeVisible()
  })

  test('the dialog closes if the template was deleted in the meantime', async () => {
    await collide()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})
