import type { PricingProduct } from '@app/api-client'
import { getListPricingProductsMockHandler } from '@app/api-client/mocks'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { refusing, renderAdmin, signedIn, streams, useAdmin } from '../../../test/admin.tsx'
import { changed, watchUndo } from '../../../test/changes.ts'
import { product } from '../../../test/records.ts'
import { press, toast } from '../../../test/settings.tsx'

const { server } = useAdmin()

const path = '/api/admin/pricing/products'

const letter = product({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a56',
  name: 'First Class letter',
  category: 'letter',
  startingPrice: 0.835,
  isVisible: false,
  sortOrder: 20,
})

async function open(...products: PricingProduct[]) {
  server.use(signedIn, getListPricingProductsMockHandler(products))
  renderAdmin('/pricing')
  await screen.findByText(/in site order$/)
}

describe('order', () => {
  const third = product({ id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a57', name: 'Package', sortOrder: 30 })
  const names = () => screen.getAllByRole('heading', { level: 2 }).map((name) => name.textContent)

  /** A server that moves products. Returns the moves. */
  function watchMoves(...products: PricingProduct[]) {
    const moves: [name: string | undefined, before: string | null][] = []
    let stored = products
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
    // Each undo swaps the order before a move with the one after it.
    let other = products
    watchUndo(server, () => {
      const before = other
      other = stored
      stored = before
      return stored.map(({ id }) => id)
    })
    return moves
  }

  test('a move is one request, and can be undone', async () => {
    await open(product(), letter, third)
    const moves = watchMoves(product(), letter, third)
    await press('Move Package earlier')
    await waitFor(() => expect(toast()).toHaveTextContent('Product updated successfully'))
    expect(names()).toEqual(['4.25x6 postcard', 'Package', 'First Class letter'])
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(names()).toEqual(['4.25x6 postcard', 'First Class letter', 'Package']))
    expect(moves).toEqual([['Package', 'First Class letter']])
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(names()).toEqual(['4.25x6 postcard', 'Package', 'First Class letter']))
  })

  test('ignores clicks for a moment after a colleague changed it, because they were meant for another card', async () => {
    await open(product(), letter)
    const list = screen.getByRole('list', { name: 'Pricing products' })
    expect(list).not.toHaveAttribute('data-guarded')
    act(() => streams.at(-1)?.emit({ kind: 'ready' }))
    server.use(getListPricingProductsMockHandler([letter, product()]))
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'pricing_products', count: 1, ids: [letter.id] }))
    await waitFor(() => expect(names()).toEqual(['First Class letter', '4.25x6 postcard']))
    expect(list).toHaveAttribute('data-guarded')
    await waitFor(() => expect(list).not.toHaveAttribute('data-guarded'))
  })

  test('a deleted neighbor is not reported as a deleted product', async () => {
    await open(product(), letter, third)
    server.use(refusing('post', `${path}/:id/reorder`, 404), getListPricingProductsMockHandler([product(), third]))
    await press('Move Package earlier')
    await waitFor(() => expect(toast()).toHaveTextContent('Someone else changed the list.'))
    expect(names()).toEqual(['4.25x6 postcard', 'Package'])
  })

  test('a dragged card comes right after the one it was dropped on', async () => {
    await open(product(), letter, third)
    const moves = watchMoves(product(), letter, third)
    const dataTransfer = { setData() {}, setDragImage() {} }
    const [handle] = screen.getAllByTitle('Drag to reorder')
    if (!handle) throw new Error('no card can be dragged')
    fireEvent.dragStart(handle, { dataTransfer })
    fireEvent.dragOver(screen.getByRole('listitem', { name: 'Package' }))
    fireEvent.drop(screen.getByRole('listitem', { name: 'Package' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Product updated successfully'))
    expect(moves).toEqual([['4.25x6 postcard', null]])
  })

  test('"Failed to update product", and the list shows what the server has', async () => {
    await open(product(), letter)
    server.use(refusing('post', `${path}/:id/reorder`, 500), getListPricingProductsMockHandler([letter, product()]))
    await press('Move First Class letter earlier')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to update product'))
    await waitFor(() => expect(names()).toEqual(['First Class letter', '4.25x6 postcard']))
  })

  test('the first product cannot move earlier', async () => {
    await open(product(), letter)
    // There is no handler for PUT here, so a PUT would fail the test.
    await press('Move 4.25x6 postcard earlier')
    expect(screen.getByRole('button', { name: 'Move 4.25x6 postcard earlier' })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
  })
})
