import type { PublicPricingProduct } from '@app/api-client'
import { getListPublicPricingProductsMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'

const server = useTestServer()
const product: PublicPricingProduct = {
  id: '0199a1b2-0000-7000-8000-000000000001',
  name: 'Neighborhood starter',
  category: 'package',
  startingPrice: 0.835,
  description: 'One drop around your shop.',
  features: ['A 6x9 card', 'An address list'],
}

/** The module caches responses for as long as the page is open, so each test imports it again. */
async function show() {
  const { PublishedProducts } = await import('./PublishedProducts.tsx')
  render(<PublishedProducts />)
}
beforeEach(() => void vi.resetModules())

test('shows a loading state, then the products that staff published', async () => {
  const answer = Promise.withResolvers<PublicPricingProduct[]>()
  server.use(getListPublicPricingProductsMockHandler(() => answer.promise))
  await show()
  expect(screen.getByText('Loading products')).toBeInTheDocument()
  answer.resolve([product])
  expect(await screen.findByRole('heading', { name: 'Neighborhood starter' })).toBeVisible()
  expect(screen.getByText('$0.835')).toBeVisible()
  expect(screen.getByText('An address list')).toBeVisible()
  expect(screen.queryByText('Loading products')).toBeNull()
})

test('shows an empty state', async () => {
  server.use(getListPublicPricingProductsMockHandler([]))
  await show()
  expect(await screen.findByText(/No packages are listed right now/)).toBeVisible()
})

test('shows an error, and retries on request', async () => {
  server.use(http.get('*/api/pricing/products', () => HttpResponse.json({}, { status: 503 })))
  await show()
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded')
  server.use(getListPublicPricingProductsMockHandler([product]))
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'Neighborhood starter' })).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
})
test('shows that it is offline, and loads when the connection is back', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.use(http.get('*/api/pricing/products', () => HttpResponse.error()))
  await show()
  expect(await screen.findByText(/You’re offline/)).toHaveRole('alert')
  server.use(getListPublicPricingProductsMockHandler([product]))
  act(() => void dispatchEvent(new Event('offline')))
  isOnline.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByRole('heading', { name: 'Neighborhood starter' })).toBeVisible()
})
