import { getListPricingProductsMockHandler, getListSampleTemplatesMockHandler } from '@app/api-client/mocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failing, refusing, renderAdmin, signedIn, streams, useAdmin, toast } from '../../test/admin.tsx'
import { changed } from '../../test/changes.ts'
import { product, template } from '../../test/records.ts'
import { press } from '../../test/user-actions.ts'
import { productForm, toProductInput } from '../screens/pricing/product-form.ts'
import { mergeEdits } from './merge-edits.ts'

const { server } = useAdmin()

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

/** Records later writes and their versions. If `accepted` versions are given, refuses any other as stale. */
function watchWrites(path: string, accepted?: string[]) {
  const writes: { version: string | null; body: unknown }[] = []
  server.use(
    http.put(`*${path}/:id`, async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>
      const version = request.headers.get('If-Match')
      writes.push({ version, body })
      if (accepted && !accepted.includes(version ?? '')) return new HttpResponse(null, { status: 412 })
      return changed({ ...product(), ...body, version: 5 })
    }),
  )
  return writes
}

const savedByNia = { version: 4, changedBy: 'Nia Example', changedAt: minutesAgo(3.6) }

describe('a product edited by two people', () => {
  const path = '/api/admin/pricing/products'

  /** Version 3 is open in the dialog when someone saves `theirs`. */
  const collide = async (theirs: Partial<ReturnType<typeof product>>, type: () => Promise<void>) => {
    server.use(signedIn, getListPricingProductsMockHandler([product()]))
    renderAdmin(`/pricing?edit=${product().id}`)
    await screen.findByRole('dialog', { name: 'Edit Product' })
    await type()
    server.use(getListPricingProductsMockHandler([product({ ...savedByNia, ...theirs })]))
  }
  const typeName = () => userEvent.type(field(/^Name/), ', mine')
  const clash = async () => {
    await collide({ name: 'Theirs', description: 'New.' }, typeName)
    server.use(refusing('put', `${path}/:id`, 412))
    await press('Save')
    expect(await screen.findByText(/^Changed by/)).toHaveTextContent('Changed by Nia Example, 3 minutes ago')
  }

  test('merges changes to different fields, says so in the toast, and stops Undo at a later change', async () => {
    await collide({ startingPrice: 0.75 }, typeName)
    const writes = watchWrites(path, ['"4"', '"5"'])
    await press('Save')
    await waitFor(() => expect(toast()).toHaveTextContent('Product updated successfully'))
    expect(toast()).toHaveTextContent('Kept Nia Example’s change: Starting price $0.75.')
    const merged = { name: '4.25x6 postcard, mine', startingPrice: 0.75 }
    expect(writes.at(-1)).toEqual({ version: '"4"', body: expect.objectContaining(merged) })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

    const records = [{ id: product().id, version: 6, changedBy: 'Nia Example' }]
    server.use(
      http.post('*/api/admin/changes/:id/revert', () =>
        HttpResponse.json({ status: 412, code: 'stale', records }, { status: 412 }),
      ),
    )
    await userEvent.click(within(toast()).getByText('Undo'))
    await waitFor(() => expect(toast()).toHaveTextContent('Failed to update product'))
    expect(toast()).toHaveTextContent('Nia Example has changed it since then.')
  })

  test('only conflicting fields need a decision; "Use theirs" merges the rest', async () => {
    await clash()
    const differences = [
      ['Field', 'Theirs', 'Yours'],
      ['Name', 'Theirs', '4.25x6 postcard, mine'],
    ]
    expect(rows()).toEqual(differences)
    expect(field('Description')).toHaveValue('New.')
    await press('Use theirs')
    expect(field(/^Name/)).toHaveValue('Theirs')
    expect(screen.getByRole('alert')).toHaveFocus()
    expect(rows()).toEqual(differences)
    expect(screen.queryByRole('button', { name: 'Overwrite' })).not.toBeInTheDocument()
    const writes = watchWrites(path)
    await press('Save')
    await waitFor(() => expect(writes.map(({ version }) => version)).toEqual(['"4"']))
  })

  test('Overwrite writes only edited fields, and never over a later version', async () => {
    await clash()
    const writes = watchWrites(path)
    await press('Overwrite')
    await waitFor(() => expect(toast()).toHaveTextContent('Product updated successfully'))
    const body = expect.objectContaining({ name: '4.25x6 postcard, mine', description: 'New.' })
    expect(writes).toEqual([{ version: '"4"', body }])
  })

  test('stops if the other person keeps saving, and does not overwrite unseen changes when loading fails', async () => {
    await collide({ startingPrice: 0.75 }, typeName)
    const writes = watchWrites(path, [])
    await press('Save')
    await waitFor(() => expect(toast()).toHaveTextContent('Someone changed it again. Save again to continue.'))
    expect(writes.map(({ version }) => version)).toEqual(['"3"', '"4"'])
    expect(field(/^Name/)).toHaveValue('4.25x6 postcard, mine')

    server.use(failing(path, 503))
    await press('Save')
    expect(await screen.findByText('The server is busy or restarting. Try again in a moment.')).toBeVisible()
    expect(screen.queryByText('Overwrite')).not.toBeInTheDocument()
    server.use(getListPricingProductsMockHandler([product({ name: 'Theirs', version: 7 })]))
    await press('Retry')
    expect(await screen.findByText('Overwrite')).toBeVisible()
    expect(screen.getByText('Someone else changed this product')).toBeVisible()
  })
})

test('a colleague’s change appears while the user types, and needs a decision if it is in the same field', async () => {
  const arrive = (changes: Partial<ReturnType<typeof product>>) => {
    server.use(getListPricingProductsMockHandler([product({ ...savedByNia, ...changes })]))
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'pricing_products', count: 1, ids: [product().id] }))
  }
  server.use(signedIn, getListPricingProductsMockHandler([product()]))
  renderAdmin(`/pricing?edit=${product().id}`)
  await screen.findByRole('dialog', { name: 'Edit Product' })
  arrive({ name: 'First' })
  await waitFor(() => expect(field(/^Name/)).toHaveValue('First'))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()

  await userEvent.type(field(/^Name/), ', mine')
  arrive({ name: 'First', startingPrice: 0.75, version: 5 })
  expect(await screen.findByText('Kept Nia Example’s change: Starting price $0.75.')).toBeVisible()
  expect(field(/^Starting price/)).toHaveValue(0.75)

  arrive({ name: 'Theirs', startingPrice: 0.75, version: 6 })
  expect(await screen.findByText(/^Changed by/)).toHaveTextContent('Changed by Nia Example, 3 minutes ago')
  expect(field(/^Name/)).toHaveFocus()
  const writes = watchWrites('/api/admin/pricing/products')
  await press('Save')
  await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
  expect(writes).toEqual([])

  // A further change does not close the open conflict.
  arrive({ name: 'Theirs', startingPrice: 0.75, description: 'New.', version: 7 })
  await waitFor(() => expect(field('Description')).toHaveValue('New.'))
  expect(rows().at(-1)).toEqual(['Name', 'Theirs', 'First, mine'])
  await press('Overwrite')
  await waitFor(() => expect(writes.map(({ version }) => version)).toEqual(['"7"']))
})

test('keeps the text without a connection, saves it later, and offers Undo only after a change', async () => {
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  server.use(signedIn, getListPricingProductsMockHandler([product()]))
  renderAdmin(`/pricing?edit=${product().id}`)
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Product' }))
  expect(dialog.getByText(/^You are offline/)).toBeVisible()
  await userEvent.type(field(/^Name/), ', mine')
  server.use(http.put('*/api/admin/pricing/products/:id', () => HttpResponse.error()))
  await press('Save')
  await waitFor(() => expect(toast()).toHaveTextContent('You’re offline.'))
  isOnline.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(dialog.queryByText(/^You are offline/)).not.toBeInTheDocument()
  await press('Save')
  await waitFor(() => expect(toast()).toHaveTextContent('The server didn’t respond.'))
  expect(toast()).toHaveTextContent('Your text is kept.')
  server.use(http.put('*/api/admin/pricing/products/:id', () => HttpResponse.json(product())))
  await press('Save')
  await waitFor(() => expect(toast()).toHaveTextContent('Product updated successfully'))
  expect(within(toast()).queryByText('Undo')).not.toBeInTheDocument()
  isOnline.mockRestore()
})

test('keeps the dialog of a template that a colleague deletes, and Save creates the template again', async () => {
  const path = '/api/admin/sample-templates'
  server.use(signedIn, getListSampleTemplatesMockHandler([template()]))
  renderAdmin(`/samples?edit=${template().id}`)
  await screen.findByRole('dialog', { name: 'Edit Template' })
  await userEvent.type(field(/^Name/), ' mine')
  server.use(getListSampleTemplatesMockHandler([]), refusing('put', `${path}/:id`, 404))
  act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'sample_templates', count: 1, ids: [template().id] }))
  await waitFor(() => expect(screen.getByText('No sample templates yet')).toBeInTheDocument())
  expect(field(/^Name/)).toHaveValue('Spring postcard mine')
  await press('Save')
  expect(await screen.findByText('Someone else deleted this template')).toBeVisible()
  expect(field(/^Name/)).toHaveValue('Spring postcard mine')

  // The colleague undoes the deletion, so another Save would have created a second template.
  const changed = () =>
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'sample_templates', count: 1, ids: [] }))
  server.use(getListSampleTemplatesMockHandler([template({ version: 5 })]))
  changed()
  await waitFor(() => expect(screen.queryByText('Someone else deleted this template')).not.toBeInTheDocument())
  expect(field(/^Name/)).toHaveValue('Spring postcard mine')

  server.use(getListSampleTemplatesMockHandler([]))
  await press('Save')
  expect(await screen.findByText('Someone else deleted this template')).toBeVisible()
  server.use(
    http.post(`*${path}`, async ({ request }) =>
      HttpResponse.json({ ...template(), ...((await request.json()) as object) }, { status: 201 }),
    ),
  )
  await press('Save')
  await waitFor(() => expect(toast()).toHaveTextContent('Template created successfully'))
})

describe('merging edits', () => {
  const base = { name: 'Postcard', price: '0.7', isVisible: true }
  const inputOf = ({ price, ...others }: typeof base) => ({ ...others, price: Number(price) })
  const merged = (theirs: object, yours: object) =>
    mergeEdits(base, { ...base, ...theirs }, { ...base, ...yours }, inputOf)

  test.each([
    ['nothing', {}, {}, {}, [], []],
    ['what only they changed is kept', { price: '0.75' }, {}, { price: '0.75' }, ['price'], []],
    ['what only I changed is saved', {}, { name: 'Mine' }, { name: 'Mine' }, [], []],
    ['disjoint edits', { price: '0.75' }, { name: 'Mine' }, { price: '0.75', name: 'Mine' }, ['price'], []],
    ['the same edit', { price: '0.75' }, { price: '0.750' }, { price: '0.750' }, [], []],
    ['a value written differently is no edit', { price: '0.75' }, { price: '0.70' }, { price: '0.75' }, ['price'], []],
    [
      'a clash',
      { isVisible: false, name: 'Theirs' },
      { name: 'Mine' },
      { isVisible: false, name: 'Mine' },
      ['isVisible'],
      ['name'],
    ],
  ])('%s', (_case, theirs, yours, values, kept, clashes) => {
    expect(merged(theirs, yours)).toEqual({ values: { ...base, ...values }, kept, clashes })
  })

  test('keeps an edit that looks the same on screen', () => {
    const stored = { ...productForm(product()), features: 'Color, Glossy' }
    const mine = { ...stored, features: 'Color\nGlossy' }
    expect(mergeEdits(stored, { ...stored, name: 'Theirs' }, mine, toProductInput).values).toEqual({
      ...mine,
      name: 'Theirs',
    })
  })
})
