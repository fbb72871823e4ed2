import type { BulkPricingProductPatch, PricingProduct, PricingProductInput } from '@app/api-client'
import { getListPricingProductsMockHandler } from '@app/api-client/mocks'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { refusing, renderAdmin, signedIn, signedInAsViewer, streams, toast, useAdmin } from '../../../test/admin.tsx'
import { changed, watchUndo } from '../../../test/changes.ts'
import { product } from '../../../test/records.ts'
import { answer, dialog, fill, press, says } from '../../../test/user-actions.ts'

const { server, requested, left } = useAdmin()

const path = '/api/admin/pricing/products'
const card = (name: string) => within(screen.getByRole('listitem', { name }))
const names = () => screen.getAllByRole('heading', { level: 2 }).map((name) => name.textContent)
const undo = () => userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))

const postcard = product()
const letter = product({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a56',
  name: 'First Class letter',
  category: 'letter',
  startingPrice: 0.835,
  isVisible: false,
  sortOrder: 20,
})
const bundle = product({ id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a57', name: 'Package', sortOrder: 30 })

async function open(products: PricingProduct[], session = signedIn) {
  server.use(session, getListPricingProductsMockHandler(products))
  renderAdmin('/pricing')
  await screen.findByText(/in site order$|^No pricing products yet$/)
}

test('viewers see unrounded prices in the server’s order and marks on hidden products, and cannot change them', async () => {
  const listed = product({ id: 'listed', name: '6x9 postcard', startingPrice: 0.63 })
  await open([postcard, letter, listed], signedInAsViewer)
  expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Products', 'Audit Log'])
  expect(screen.getByRole('tab', { name: 'Products' })).toHaveAttribute('aria-selected', 'true')
  expect(names()).toEqual(['4.25x6 postcard', 'First Class letter', '6x9 postcard'])
  expect(card('First Class letter').getByText('Hidden')).toBeVisible()
  expect(card('First Class letter').getByText('$0.835')).toBeVisible()
  expect(card('4.25x6 postcard').queryByText('Hidden')).not.toBeInTheDocument()
  expect(card('4.25x6 postcard').getByText('110 lb film laminated stock')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Add|Edit|Hide|Move/ })).not.toBeInTheDocument()
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()

  const where = within(screen.getByRole('region', { name: 'Where the site shows these prices' }))
  expect(where.getByRole('link', { name: /^pricing page/ })).toHaveAttribute('href', '/print/pricing#products')
  expect(where.getByText(/come from the fixed price list and can’t be changed here/)).toBeVisible()
  expect(card('4.25x6 postcard').getByText('Differs from the price list')).toBeVisible()
  expect(card('4.25x6 postcard').getByText(/\$0\.59 for a 4\.25x6 postcard.* starts at \$0\.62\./)).toBeVisible()
  expect(card('6x9 postcard').queryByText('Differs from the price list')).not.toBeInTheDocument()
})

describe('visibility', () => {
  test('"Failed to update visibility" reverts it; "Product visibility updated" appears immediately, with Undo', async () => {
    await open([postcard])
    const writes: unknown[] = []
    const undone = watchUndo(server)
    server.use(refusing('put', `${path}/:id/visibility`, 500))
    await press('Hide 4.25x6 postcard')
    await says('ErrorFailed to update visibility')
    expect(screen.getByRole('button', { name: 'Hide 4.25x6 postcard' })).toBeEnabled()
    expect(screen.queryByText('Hidden')).not.toBeInTheDocument()

    const hidden = { ...postcard, isVisible: false }
    server.use(
      http.put(`*${path}/:id/visibility`, async ({ request }) => {
        writes.push(await request.json())
        return changed(hidden)
      }),
      getListPricingProductsMockHandler([hidden]),
    )
    await press('Hide 4.25x6 postcard')
    await says('SuccessProduct visibility updated')
    expect(card('4.25x6 postcard').getByText('Hidden')).toBeVisible()
    server.use(getListPricingProductsMockHandler([postcard]))
    await undo()
    const hide = await screen.findByRole('button', { name: 'Hide 4.25x6 postcard' })
    await waitFor(() => expect(hide).toBeEnabled())
    expect(writes).toEqual([{ isVisible: false }])
    expect(undone).toEqual(['group-1'])
  })

  test('of several products changes together or not at all, and "Undo" shows them again', async () => {
    const stored = new Map([postcard, bundle, letter].map((one) => [one.id, one]))
    const writes: [string[], boolean][] = []
    await open([...stored.values()])
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    const bar = within(screen.getByRole('group', { name: 'Selected products' }))
    expect(bar.getByText('3 selected')).toBeVisible()
    server.use(refusing('patch', path, 500))
    await press('Hide')
    await says('ErrorFailed to update visibilityNothing was changed.')
    expect(card('Package').queryByText('Hidden')).not.toBeInTheDocument()

    server.use(
      http.get(`*${path}`, () => HttpResponse.json([...stored.values()])),
      http.patch(`*${path}`, async ({ request }) => {
        const { records, patch } = (await request.json()) as BulkPricingProductPatch
        const after = records.flatMap(({ id }) => stored.get(id) ?? []).map((one) => ({ ...one, ...patch }))
        for (const one of after) stored.set(one.id, one)
        writes.push([after.map(({ name }) => name), patch.isVisible])
        return changed(after)
      }),
    )
    await press('Hide')
    await says('Success2 products hidden')
    expect(writes).toEqual([[['4.25x6 postcard', 'Package'], false]])
    for (const name of names()) expect(card(name ?? '').getByText('Hidden')).toBeVisible()
    expect(bar.getByRole('button', { name: 'Hide' })).toBeDisabled()
    const undone = watchUndo(server, () => {
      for (const one of [postcard, bundle]) stored.set(one.id, one)
      return [postcard.id, bundle.id]
    })
    await undo()
    await waitFor(() => expect(card('Package').queryByText('Hidden')).not.toBeInTheDocument())
    expect(card('4.25x6 postcard').queryByText('Hidden')).not.toBeInTheDocument()
    expect(card('First Class letter').getByText('Hidden')).toBeVisible()
    expect(undone).toEqual(['group-1'])
  })
})

test('a new product shows its errors, "Failed to create product", and "Product created successfully"', async () => {
  await open([])
  expect(screen.getByText('No pricing products yet')).toBeVisible()
  await press('Add Product')
  const form = await dialog('Add Product')
  const price = form.getByLabelText(/^Starting price/)
  expect(price).toHaveAttribute('step', '0.01')
  expect(price).toHaveAttribute('min', '0')
  expect(form.getByRole('switch', { name: 'Visible' })).not.toBeChecked()
  await press('Save')
  expect(form.getByText('Name is required')).toBeVisible()
  expect(form.getByText('Starting price is required')).toBeVisible()
  fill(form.getByLabelText(/^Name/), '4.25x6 postcard')
  fill(price, '0.62')
  fill(form.getByLabelText('Sort order'), '')
  fill(form.getByLabelText('Features'), 'a\n\n \nb')
  expect(within(form.getByRole('region', { name: 'Preview' })).getByText('$0.62')).toBeVisible()
  server.use(refusing('post', path, 500))
  await press('Save')
  await says('ErrorFailed to create product')
  expect(form.getByLabelText(/^Name/)).toHaveValue('4.25x6 postcard')
  server.use(refusing('post', path, 409, undefined, 'There are 200 products.'))
  await press('Save')
  expect(await form.findByText('There are 200 products.')).toBeVisible()

  const writes: unknown[] = []
  server.use(
    http.post(`*${path}`, async ({ request }) => {
      writes.push(await request.json())
      return HttpResponse.json(postcard, { status: 201 })
    }),
    getListPricingProductsMockHandler([postcard]),
  )
  await press('Save')
  await says('SuccessProduct created successfully')
  expect(writes).toEqual([
    {
      name: '4.25x6 postcard',
      category: 'postcard',
      startingPrice: 0.62,
      description: '',
      features: ['a', 'b'],
      isVisible: false,
      sortOrder: 0,
    } satisfies PricingProductInput,
  ])
  expect(await screen.findByRole('listitem', { name: '4.25x6 postcard' })).toBeVisible()
})

test('an edited product confirms a price of 0, shows failures, and goes to sign-in after a lost session', async () => {
  await open([letter])
  await press('Edit First Class letter')
  const form = await dialog('Edit Product')
  const price = form.getByLabelText(/^Starting price/)
  expect(form.getByLabelText(/^Name/)).toHaveValue('First Class letter')
  expect(form.getByLabelText(/^Category/)).toHaveValue('letter')
  expect(price).toHaveValue(0.835)
  fill(price, '0.9')
  expect(form.getByText('Differs from the price list')).toBeVisible()
  // Too many decimals make an invalid price, which is not compared.
  fill(price, '0.59123')
  expect(form.queryByText('Differs from the price list')).not.toBeInTheDocument()
  fill(price, '0')
  await press('Save')
  const question = await dialog('Save this price?')
  expect(question.getByText(/^The price changes from \$0\.835 to \$0\.00/)).toBeVisible()
  expect(requested).not.toContain(`${path}/${letter.id}`)
  server.use(refusing('put', `${path}/:id`, 500))
  await userEvent.click(question.getByRole('button', { name: 'Save price' }))
  await says('ErrorFailed to update product')

  const writes: unknown[] = []
  const undone = watchUndo(server)
  server.use(
    http.put(`*${path}/:id`, async ({ request, params }) => {
      writes.push([params['id'], request.headers.get('If-Match'), await request.json()])
      return changed(letter)
    }),
  )
  await press('Save')
  await answer('Save this price?', 'Save price')
  await says('SuccessProduct updated successfully')
  const { id, version: _version, ...input } = letter
  expect(writes).toEqual([[id, '"3"', { ...input, startingPrice: 0 }]])
  await undo()
  await waitFor(() => expect(undone).toEqual(['group-1']))

  server.use(refusing('put', `${path}/:id`, 401))
  await press('Edit First Class letter')
  await press('Save')
  await says('You are logged out. Logging in again...')
  const returnTo = encodeURIComponent(`/admin/pricing?edit=${id}`)
  await waitFor(() => expect(left).toEqual([`/api/login?return_to=${returnTo}&reason=session_ended`]))
  expect(toast()).not.toHaveTextContent('Failed to update product')
})

describe('order', () => {
  test('a move is one request and can be undone, and a dragged card lands right after the drop target', async () => {
    const moves: [name: string | undefined, before: string | null][] = []
    let stored = [postcard, letter, bundle]
    // Each undo swaps the order before a move with the order after it.
    let other = stored
    await open(stored)
    server.use(
      http.post(`*${path}/:id/reorder`, async ({ request, params }) => {
        const { before } = (await request.json()) as { before: string | null }
        const moved = stored.filter(({ id }) => id === params['id'])
        const others = stored.filter(({ id }) => id !== params['id'])
        const at = before === null ? others.length : others.findIndex(({ id }) => id === before)
        stored = others.toSpliced(at, 0, ...moved)
        moves.push([moved[0]?.name, stored[at + 1]?.name ?? null])
        return changed(stored)
      }),
      http.get(`*${path}`, () => HttpResponse.json(stored)),
    )
    watchUndo(server, () => {
      ;[stored, other] = [other, stored]
      return stored.map(({ id }) => id)
    })
    const isOrder = (...order: string[]) => waitFor(() => expect(names()).toEqual(order))
    // The first product cannot move earlier.
    await press('Move 4.25x6 postcard earlier')
    const earlier = screen.getByRole('button', { name: 'Move 4.25x6 postcard earlier' })
    expect(earlier).toHaveAttribute('aria-disabled', 'true')
    await press('Move Package earlier')
    await says('Product updated successfully')
    await isOrder('4.25x6 postcard', 'Package', 'First Class letter')
    await undo()
    await isOrder('4.25x6 postcard', 'First Class letter', 'Package')
    expect(moves).toEqual([['Package', 'First Class letter']])
    await undo()
    await isOrder('4.25x6 postcard', 'Package', 'First Class letter')

    const [handle] = screen.getAllByTitle('Drag to reorder')
    if (!handle) throw new Error('no card can be dragged')
    fireEvent.dragStart(handle, { dataTransfer: { setData() {}, setDragImage() {} } })
    fireEvent.dragOver(screen.getByRole('listitem', { name: 'First Class letter' }))
    fireEvent.drop(screen.getByRole('listitem', { name: 'First Class letter' }))
    await isOrder('Package', 'First Class letter', '4.25x6 postcard')
    expect(moves.slice(1)).toEqual([['4.25x6 postcard', null]])
  })

  test('reverts to the server’s order after a failure, and ignores clicks briefly after a colleague’s change', async () => {
    await open([postcard, letter])
    const list = screen.getByRole('list', { name: 'Pricing products' })
    expect(list).not.toHaveAttribute('data-guarded')
    act(() => streams.at(-1)?.emit({ kind: 'ready' }))
    server.use(getListPricingProductsMockHandler([letter, postcard]))
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'pricing_products', count: 1, ids: [letter.id] }))
    await waitFor(() => expect(names()).toEqual(['First Class letter', '4.25x6 postcard']))
    expect(list).toHaveAttribute('data-guarded')
    await waitFor(() => expect(list).not.toHaveAttribute('data-guarded'))

    server.use(refusing('post', `${path}/:id/reorder`, 500), getListPricingProductsMockHandler([postcard, letter]))
    await press('Move 4.25x6 postcard earlier')
    await says('ErrorFailed to update product')
    await waitFor(() => expect(names()).toEqual(['4.25x6 postcard', 'First Class letter']))
    // A deleted neighbor is not reported as a deleted product.
    server.use(refusing('post', `${path}/:id/reorder`, 404))
    await press('Move First Class letter earlier')
    await says('Someone else changed the list.')
  })
})
