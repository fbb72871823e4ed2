import type { PricingProduct, PricingProductInput } from '@app/api-client'
import { getListPricingProductsMockHandler } from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { refusing, renderAdmin, signedIn, signedInAsViewer, useAdmin } from '../../../test/admin.tsx'
import { changed, watchUndo } from '../../../test/changes.ts'
import { product } from '../../../test/records.ts'
import { dialog, press, toast } from '../../../test/settings.tsx'

const { server, left } = useAdmin()

const path = '/api/admin/pricing/products'
const card = (name: string) => within(screen.getByRole('listitem', { name }))

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
  await screen.findByText(/in site order$|^No pricing products yet$/)
}

type Write = { path: string; version: string | null; body: unknown }

/** Records every write and echoes it. */
function watchWrites(...stored: PricingProduct[]): Write[] {
  const writes: Write[] = []
  server.use(
    http.put(`*${path}/*`, async ({ request }) => {
      const { pathname } = new URL(request.url)
      const body = (await request.json()) as Partial<PricingProductInput>
      writes.push({ path: pathname, version: request.headers.get('If-Match'), body })
      const before = stored.find(({ id }) => pathname.includes(id))
      return changed({ ...before, ...body })
    }),
    http.post(`*${path}`, async ({ request }) => {
      const body = (await request.json()) as PricingProductInput
      writes.push({ path, version: null, body })
      return HttpResponse.json(product(body), { status: 201 })
    }),
  )
  return writes
}

describe('the products', () => {
  test('two tabs, products first', async () => {
    await open()
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['Products', 'Audit Log'])
    expect(screen.getByRole('tab', { name: 'Products' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByText('No pricing products yet')).toBeVisible()
  })

  test('shows cards in the server’s order, prices unrounded, and hidden products marked', async () => {
    await open(product(), letter)
    expect(screen.getAllByRole('heading', { level: 2 }).map((name) => name.textContent)).toEqual([
      '4.25x6 postcard',
      'First Class letter',
    ])
    expect(card('First Class letter').getByText('Hidden')).toBeVisible()
    expect(card('First Class letter').getByText('$0.835', { exact: false })).toBeVisible()
    expect(card('4.25x6 postcard').queryByText('Hidden')).not.toBeInTheDocument()
    expect(card('4.25x6 postcard').getByText('110 lb film laminated stock')).toBeVisible()
  })

  test('viewers have read-only access', async () => {
    server.use(signedInAsViewer, getListPricingProductsMockHandler([product()]))
    renderAdmin('/pricing')
    await screen.findByText('4.25x6 postcard')
    expect(screen.queryByRole('button', { name: /Add|Edit|Hide|Move/ })).not.toBeInTheDocument()
  })
})

describe('visibility', () => {
  test('"Product visibility updated", shown at once, and can be undone', async () => {
    await open(product())
    const writes = watchWrites(product())
    const undone = watchUndo(server)
    server.use(getListPricingProductsMockHandler([product({ isVisible: false })]))
    await press('Hide 4.25x6 postcard')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessProduct visibility updated'))
    expect(card('4.25x6 postcard').getByText('Hidden')).toBeVisible()
    server.use(getListPricingProductsMockHandler([product()]))
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    const hide = await screen.findByRole('button', { name: 'Hide 4.25x6 postcard' })
    await waitFor(() => expect(hide).toBeEnabled())
    expect(writes.map(({ body }) => body)).toEqual([{ isVisible: false }])
    expect(undone).toEqual(['group-1'])
  })

  test('"Failed to update visibility" reverts it', async () => {
    await open(product())
    server.use(refusing('put', `${path}/:id/visibility`, 500))
    await press('Hide 4.25x6 postcard')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to update visibility'))
    expect(screen.getByRole('button', { name: 'Hide 4.25x6 postcard' })).toBeEnabled()
    expect(screen.queryByText('Hidden')).not.toBeInTheDocument()
  })
})

describe('creating', () => {
  test('name and price are required; the price is a number of 0 or more', async () => {
    await open()
    await press('Add Product')
    const form = await dialog('Add Product')
    await press('Save')
    expect(form.getByText('Name is required')).toBeVisible()
    expect(form.getByText('Starting price is required')).toBeVisible()
    const price = form.getByLabelText(/^Starting price/)
    expect(price).toHaveAttribute('step', '0.01')
    expect(price).toHaveAttribute('min', '0')
    await userEvent.type(price, '-1')
    await press('Save')
    expect(form.getByText('Starting price must be a number, 0 or more')).toBeVisible()
    await userEvent.clear(price)
    await userEvent.type(price, 'abc')
    await press('Save')
    expect(form.getByText('Starting price is required')).toBeVisible()
  })

  test('"Product created successfully": sends numbers as numbers, features by line, and an empty sort order as 0', async () => {
    await open()
    const writes = watchWrites()
    await press('Add Product')
    const form = await dialog('Add Product')
    await userEvent.type(form.getByLabelText(/^Name/), '4.25x6 postcard')
    await userEvent.type(form.getByLabelText(/^Starting price/), '0.62')
    await userEvent.clear(form.getByLabelText('Sort order'))
    await userEvent.type(form.getByLabelText('Features'), 'a{enter}{enter} {enter}b')
    expect(within(form.getByRole('region', { name: 'Preview' })).getByText('$0.62', { exact: false })).toBeVisible()
    server.use(getListPricingProductsMockHandler([product()]))
    await press('Save')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessProduct created successfully'))
    expect(writes.map(({ body }) => body)).toEqual([
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

  test('a new product is last and hidden by default', async () => {
    await open(product(), letter)
    await press('Add Product')
    const form = await dialog('Add Product')
    expect(form.getByLabelText('Sort order')).toHaveValue(21)
    expect(form.getByRole('switch', { name: 'Visible' })).not.toBeChecked()
  })

  test('"Failed to create product" keeps the text', async () => {
    await open()
    server.use(refusing('post', path, 500))
    await press('Add Product')
    const form = await dialog('Add Product')
    await userEvent.type(form.getByLabelText(/^Name/), 'Kept')
    await userEvent.type(form.getByLabelText(/^Starting price/), '0.5')
    await press('Save')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to create product'))
    expect(form.getByLabelText(/^Name/)).toHaveValue('Kept')
  })

  test('explains when the product limit is reached', async () => {
    await open()
    server.use(refusing('post', path, 409, undefined, 'There are 200 products.'))
    await press('Add Product')
    const form = await dialog('Add Product')
    await userEvent.type(form.getByLabelText(/^Name/), 'Kept')
    await userEvent.type(form.getByLabelText(/^Starting price/), '0.5')
    await press('Save')
    expect(await form.findByText('There are 200 products.')).toBeVisible()
  })
})

describe('editing', () => {
  const edit = async () => {
    await open(letter)
    await press('Edit First Class letter')
    return dialog('Edit Product')
  }

  test('"Product updated successfully", with every field prefilled', async () => {
    const form = await edit()
    expect(form.getByLabelText(/^Name/)).toHaveValue('First Class letter')
    expect(form.getByLabelText(/^Category/)).toHaveValue('letter')
    expect(form.getByLabelText(/^Starting price/)).toHaveValue(0.835)
    expect(form.getByLabelText('Features')).toHaveValue('110 lb film laminated stock')
    expect(form.getByLabelText('Sort order')).toHaveValue(20)
    expect(form.getByRole('switch', { name: 'Visible' })).not.toBeChecked()
    const writes = watchWrites(letter)
    await userEvent.type(form.getByLabelText('Description'), ' More.')
    await press('Save')
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessProduct updated successfully'))
    expect(writes).toEqual([
      {
        path: `${path}/${letter.id}`,
        version: '"3"',
        body: expect.objectContaining({ startingPrice: 0.835, description: 'Full color, both sides. More.' }),
      },
    ])
  })

  test.each([
    ['1e3', 'Starting price must be in digits, such as 0.68'],
    ['0.00001', 'Starting price can have at most four decimals'],
  ])('the price %s is rejected', async (typed, text) => {
    const form = await edit()
    await userEvent.clear(form.getByLabelText(/^Starting price/))
    await userEvent.type(form.getByLabelText(/^Starting price/), typed)
    await userEvent.clear(form.getByLabelText('Sort order'))
    await userEvent.type(form.getByLabelText('Sort order'), '1.5')
    await press('Save')
    expect(form.getByText(text)).toBeVisible()
    expect(form.getByText('Sort order must be a whole number')).toBeVisible()
  })

  test('a price of 0 needs confirmation, and can be undone', async () => {
    const form = await edit()
    const writes = watchWrites(letter)
    const undone = watchUndo(server)
    await userEvent.clear(form.getByLabelText(/^Starting price/))
    await userEvent.type(form.getByLabelText(/^Starting price/), '0')
    await press('Save')
    const question = await dialog('Save this price?')
    expect(question.getByText(/^The price changes from \$0\.835 to \$0\.00/)).toBeVisible()
    expect(writes).toEqual([])
    await userEvent.click(question.getByRole('button', { name: 'Save price' }))
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessProduct updated successfully'))
    expect(writes.map(({ body }) => body)).toEqual([expect.objectContaining({ startingPrice: 0 })])
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(undone).toEqual(['group-1']))
  })

  test('"Failed to update product"', async () => {
    await edit()
    server.use(refusing('put', `${path}/:id`, 500))
    await press('Save')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to update product'))
  })

  test('a lost session goes to sign-in instead of showing the failure', async () => {
    await edit()
    server.use(refusing('put', `${path}/:id`, 401))
    await press('Save')
    await waitFor(() => expect(toast()).toHaveTextContent('You are logged out. Logging in again...'))
    await waitFor(() =>
      expect(left).toEqual([
        `/api/login?return_to=${encodeURIComponent(`/admin/pricing?edit=${letter.id}`)}&reason=session_ended`,
      ]),
    )
    expect(toast()).not.toHaveTextContent('Failed to update product')
  })
})
