import { getListPricingProductsMockHandler } from '@app/api-client/mocks'
import type { PricingProduct, BulkPricingProductPatch } from '@app/api-client'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { refusing, renderAdmin, signedIn, signedInAsViewer, useAdmin } from '../../../test/admin.tsx'
import { changed, watchUndo } from '../../../test/changes.ts'
import { product } from '../../../test/records.ts'
import { press, toast } from '../../../test/settings.tsx'

const { server } = useAdmin()

const path = '/api/admin/pricing/products'
const card = (name: string) => within(screen.getByRole('listitem', { name }))
const bar = () => within(screen.getByRole('group', { name: 'Selected products' }))

const postcard = product()
const letter = product({ id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a56', name: 'Letter' })
const bundle = product({ id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a57', name: 'Bundle', isVisible: false })

/** A server that stores the visibility. Returns what was written. */
async function open(...products: PricingProduct[]) {
  const stored = new Map(products.map((one) => [one.id, one]))
  const writes: [string[], boolean][] = []
  server.use(
    signedIn,
    http.get(`*${path}`, () => HttpResponse.json([...stored.values()])),
    http.patch(`*${path}`, async ({ request }) => {
      const { records, patch } = (await request.json()) as BulkPricingProductPatch
      const after = records.flatMap(({ id }) => stored.get(id) ?? []).map((one) => ({ ...one, ...patch }))
      for (const one of after) stored.set(one.id, one)
      writes.push([after.map(({ name }) => name), patch.isVisible])
      return changed(after)
    }),
  )
  renderAdmin('/pricing')
  await screen.findByRole('list', { name: 'Pricing products' })
  return { stored, writes }
}

describe('the prices on the site', () => {
  test('the screen links to the pages that show its products', async () => {
    await open(postcard)
    const where = within(screen.getByRole('region', { name: 'Where the site shows these prices' }))
    expect(where.getByRole('link', { name: /^pricing page/ })).toHaveAttribute('href', '/print/pricing#products')
    expect(where.getByText(/come from the fixed price list and can’t be changed here/)).toBeVisible()
  })

  test('only products that differ from the price list are marked', async () => {
    await open(postcard, product({ id: letter.id, name: '6x9 postcard', startingPrice: 0.63 }), bundle)
    expect(card('4.25x6 postcard').getByText('Differs from the price list')).toBeVisible()
    expect(card('4.25x6 postcard').getByText(/\$0\.59 for a 4\.25x6 postcard.* starts at \$0\.62\./)).toBeVisible()
    expect(card('6x9 postcard').queryByText('Differs from the price list')).not.toBeInTheDocument()
  })

  test('the dialog warns while the user types the price', async () => {
    await open(postcard)
    await press('Edit 4.25x6 postcard')
    const form = within(await screen.findByRole('dialog', { name: 'Edit Product' }))
    expect(form.getByText('Differs from the price list')).toBeVisible()
    await userEvent.clear(form.getByLabelText(/^Starting price/))
    await userEvent.type(form.getByLabelText(/^Starting price/), '0.59')
    expect(form.queryByText('Differs from the price list')).not.toBeInTheDocument()
    // Too many decimals: no price, so it differs from nothing.
    await userEvent.type(form.getByLabelText(/^Starting price/), '123')
    expect(form.queryByText('Differs from the price list')).not.toBeInTheDocument()
  })
})

describe('several products at once', () => {
  test('Hide hides visible products, and "Undo" shows them again', async () => {
    const { stored, writes } = await open(postcard, letter, bundle)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    expect(bar().getByText('3 selected')).toBeVisible()
    await press('Hide')
    await waitFor(() => expect(toast()).toHaveTextContent('Success2 products hidden'))
    expect(writes).toEqual([[['4.25x6 postcard', 'Letter'], false]])
    for (const name of ['4.25x6 postcard', 'Letter', 'Bundle']) expect(card(name).getByText('Hidden')).toBeVisible()
    expect(bar().getByRole('button', { name: 'Hide' })).toBeDisabled()

    const undone = watchUndo(server, () => {
      for (const one of [postcard, letter]) stored.set(one.id, one)
      return [postcard.id, letter.id]
    })
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(card('Letter').queryByText('Hidden')).not.toBeInTheDocument())
    expect(card('4.25x6 postcard').queryByText('Hidden')).not.toBeInTheDocument()
    expect(card('Bundle').getByText('Hidden')).toBeVisible()
    expect(undone).toEqual(['group-1'])
  })

  test('a failure leaves all of them unchanged', async () => {
    await open(postcard, letter)
    server.use(refusing('patch', path, 500))
    await userEvent.click(card('4.25x6 postcard').getByRole('checkbox'))
    await userEvent.click(card('Letter').getByRole('checkbox'))
    await press('Hide')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to update visibility'))
    expect(toast()).toHaveTextContent('Nothing was changed.')
    for (const name of ['4.25x6 postcard', 'Letter']) expect(card(name).queryByText('Hidden')).not.toBeInTheDocument()
  })

  test('a lost session shows only its own toast', async () => {
    await open(postcard, letter)
    server.use(refusing('patch', path, 401))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    await press('Hide')
    await waitFor(() => expect(toast()).toHaveTextContent('You are logged out. Logging in again...'))
    expect(screen.queryByText('Failed to update visibility')).not.toBeInTheDocument()
  })

  test('viewers have no checkboxes', async () => {
    server.use(signedInAsViewer, getListPricingProductsMockHandler([postcard]))
    renderAdmin('/pricing')
    await screen.findByRole('list', { name: 'Pricing products' })
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  })
})
