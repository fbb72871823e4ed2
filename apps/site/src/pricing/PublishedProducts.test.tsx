import type { PublicPricingProduct } from '@app/api-client'
import { getListPublicPricingProductsMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { PublishedProducts } from './PublishedProducts.tsx'

const server = useTestServer()
const product: PublicPricingProduct = {
  id: '0199a1b2-0000-7000-8000-000000000001',
  name: 'Neighborhood starter',
  category: 'package',
  startingPrice: 0.835,
  description: 'One drop around your shop.',
  features: ['A 6x9 card', 'An address list'],
}

const serve = (...products: PublicPricingProduct[]) => server.use(getListPublicPricingProductsMockHandler(products))

test('shows a loading state, then an error, then after a retry the products that staff published', async () => {
  const answer = Promise.withResolvers<Response>()
  server.use(http.get('*/api/pricing/products', () => answer.promise))
  render(<PublishedProducts />)
  expect(screen.getByText('Loading products')).toBeInTheDocument()
  answer.resolve(HttpResponse.json({}, { status: 503 }))
  expect(await screen.findByRole('alert')).toHaveTextContent('could not be loaded')
  serve(product)
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('heading', { name: 'Neighborhood starter' })).toBeVisible()
  expect(screen.getByText('$0.835')).toBeVisible()
  expect(screen.getByText('An address list')).toBeVisible()
  expect(screen.queryByText('Loading products')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows that it is offline, and loads once the connection is back, even if there are no products', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.use(http.get('*/api/pricing/products', () => HttpResponse.error()))
  render(<PublishedProducts />)
  expect(await screen.findByText(/You’re offline/)).toHaveRole('alert')
  serve()
  act(() => void dispatchEvent(new Event('offline')))
  isOnline.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(await screen.findByText(/No packages are listed right now/)).toBeVisible()
})
