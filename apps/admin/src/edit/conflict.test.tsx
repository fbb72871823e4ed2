import { getListPricingProductsMockHandler, getListSampleTemplatesMockHandler } from '@app/api-client/mocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { failing, refusing, renderAdmin, signedIn, streams, useAdmin, toast } from '../../test/admin.tsx'
import { changed, watchUndo } from '../../test/changes.ts'
import { product, template } from '../../test/records.ts'

const { server } = useAdmin()

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

/** Records later writes and their versions. With accepted versions, any other version is refused as stale. */
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

  test('changes to different fields are merged, and the toast describes the colleague’s change', async () => {
    await collide({ startingPrice: 0.75 }, typeName)
    const writes = watchWrites(path, ['"4"', '"5"'])
    await press('Save')
    await waitFor(() => expect(toast()).toHaveTextContent('Product updated successfully'))
    expect(toast()).toHaveTextContent('Kept Nia Example’s change: Starting price $0.75.')
    const merged = { name: '4.25x6 postcard, mine', startingPrice: 0.75 }
    expect(writes.at(-1)).toEqual({ version: '"4"', body: expect.objectContaining(merged) })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())

    // Undo only reverts the user's own change.
    const undone = watchUndo(server)
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(undone).toEqual(['group-1']))
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

  test('Overwrite only writes edited fields, and not over a later version', async () => {
    await clash()
    const writes = watchWrites(path)
    await press('Overwrite')
    await waitFor(() => expect(toast()).toHaveTextContent('Product updated successfully'))
    const body = expect.objectContaining({ name: '4.25x6 postcard, mine', description: 'New.' })
    expect(writes).toEqual([{ version: '"4"', body }])
  })

  test('stops with a message if the other person keeps saving', async () => {
    await collide({ startingPrice: 0.75 }, typeName)
    const writes = watchWrites(path, [])
    await press('Save')
    await waitFor(() => expect(toast()).toHaveTextContent('Someone changed it again. Save again to continue.'))
    expect(writes.map(({ version }) => version)).toEqual(['"3"', '"4"'])
    expect(field(/^Name/)).toHaveValue('4.25x6 postcard, mine')
  })

  test('loading the other version can be retried, and nothing is overwritten unseen', async () => {
    await collide({ name: 'Theirs' }, typeName)
    server.use(refusing('put', `${path}/:id`, 412), failing(path, 503))
    await press('Save')
    expect(await screen.findByText('The server is busy or restarting. Try again in a moment.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Overwrite' })).not.toBeInTheDocument()
    server.use(getListPricingProductsMockHandler([product({ name: 'Theirs', version: 4 })]))
    await press('Retry')
    expect(await screen.findByRole('button', { name: 'Overwrite' })).toBeVisible()
    expect(screen.getByText('Someone else changed this product')).toBeVisible()
  })
})

describe('a colleague’s change while the user is typing', () => {
  const open = async () => {
    server.use(signedIn, getListPricingProductsMockHandler([product()]))
    renderAdmin(`/pricing?edit=${product().id}`)
    await screen.findByRole('dialog', { name: 'Edit Product' })
  }
  const arrive = (changes: Partial<ReturnType<typeof product>>) => {
    server.use(getListPricingProductsMockHandler([product({ ...savedByNia, ...changes })]))
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'pricing_products', count: 1, ids: [product().id] }))
  }

  test('updates fields that were not edited', async () => {
    await open()
    arrive({ name: 'Theirs' })
    await waitFor(() => expect(field(/^Name/)).toHaveValue('Theirs'))
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test('in another field is announced, and needs no decision', async () => {
    await open()
    await userEvent.type(field(/^Name/), ', mine')
    arrive({ startingPrice: 0.75 })
    expect(await screen.findByText('Kept Nia Example’s change: Starting price $0.75.')).toBeVisible()
    expect(field(/^Starting price/)).toHaveValue(0.75)
    const writes = watchWrites('/api/admin/pricing/products', ['"4"'])
    await press('Save')
    await waitFor(() => expect(toast()).toHaveTextContent('Product updated successfully'))
    expect(writes).toHaveLength(1)
  })

  test('in the same field is shown at once, keeps the focus, and needs a decision before saving', async () => {
    await open()
    await userEvent.type(field(/^Name/), ', mine')
    arrive({ name: 'Theirs' })
    expect(await screen.findByText(/^Changed by/)).toHaveTextContent('Changed by Nia Example, 3 minutes ago')
    expect(field(/^Name/)).toHaveFocus()
    const writes = watchWrites('/api/admin/pricing/products')
    await press('Save')
    await waitFor(() => expect(screen.getByRole('alert')).toHaveFocus())
    expect(writes).toEqual([])

    // A further change does not close the open question.
    arrive({ name: 'Theirs', description: 'New.', version: 5 })
    await waitFor(() => expect(field('Description')).toHaveValue('New.'))
    expect(rows().at(-1)).toEqual(['Name', 'Theirs', '4.25x6 postcard, mine'])
    await press('Overwrite')
    await waitFor(() => expect(writes.map(({ version }) => version)).toEqual(['"5"']))
  })
})

test.each([
  [true, 'The server didn’t respond.'],
  [false, 'You’re offline.'],
])('without a connection, the text is kept and can be saved later (online: %s)', async (isOnline, reason) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  server.use(signedIn, getListPricingProductsMockHandler([product()]))
  renderAdmin(`/pricing?edit=${product().id}`)
  const dialog = await screen.findByRole('dialog', { name: 'Edit Product' })
  expect(within(dialog).queryAllByText(/^You are offline/)).toHaveLength(isOnline ? 0 : 1)
  await userEvent.type(field(/^Name/), ', mine')
  server.use(http.put('*/api/admin/pricing/products/:id', () => HttpResponse.error()))
  await press('Save')
  await waitFor(() => expect(toast()).toHaveTextContent(reason))
  expect(toast()).toHaveTextContent('Your text is kept.')
  const writes = watchWrites('/api/admin/pricing/products')
  await press('Save')
  await waitFor(() => expect(writes).toHaveLength(1))
  vi.restoreAllMocks()
})

describe('Undo', () => {
  const save = async () => {
    server.use(signedIn, getListPricingProductsMockHandler([product()]))
    renderAdmin(`/pricing?edit=${product().id}`)
    await screen.findByRole('dialog', { name: 'Edit Product' })
    await userEvent.type(field(/^Name/), ', mine')
    watchWrites('/api/admin/pricing/products')
    await press('Save')
    await waitFor(() => expect(toast()).toHaveTextContent('Product updated successfully'))
  }

  test('names the person who changed the record since, and changes nothing', async () => {
    await save()
    const records = [{ id: product().id, version: 6, changedBy: 'Nia Example' }]
    server.use(
      http.post('*/api/admin/changes/:id/revert', () =>
        HttpResponse.json({ status: 412, code: 'stale', records }, { status: 412 }),
      ),
    )
    await press('Undo')
    await waitFor(() => expect(toast()).toHaveTextContent('Failed to update product'))
    expect(toast()).toHaveTextContent('Nia Example has changed it since then.')
  })

  test('is only offered if something changed', async () => {
    server.use(signedIn, getListPricingProductsMockHandler([product()]))
    renderAdmin(`/pricing?edit=${product().id}`)
    await screen.findByRole('dialog', { name: 'Edit Product' })
    server.use(http.put('*/api/admin/pricing/products/:id', () => HttpResponse.json(product())))
    await press('Save')
    await waitFor(() => expect(toast()).toHaveTextContent('Product updated successfully'))
    expect(within(toast()).queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })
})

describe('a template edited by two people', () => {
  const path = '/api/admin/sample-templates'

  const collide = async (...stored: ReturnType<typeof template>[]) => {
    server.use(signedIn, getListSampleTemplatesMockHandler([template()]))
    renderAdmin(`/samples?edit=${template().id}`)
    await screen.findByRole('dialog', { name: 'Edit Template' })
    await userEvent.type(field(/^Name/), ' mine')
    server.use(getListSampleTemplatesMockHandler(stored))
  }

  test('stays open when someone deletes it, and Save recreates it', async () => {
    await collide()
    server.use(refusing('put', `${path}/:id`, 404))
    await press('Save')
    expect(await screen.findByText('Someone else deleted this template')).toBeVisible()
    expect(field(/^Name/)).toHaveValue('Spring postcard mine')
    server.use(
      http.post(`*${path}`, async ({ request }) =>
        HttpResponse.json({ ...template(), ...((await request.json()) as object) }, { status: 201 }),
      ),
    )
    await press('Save')
    await waitFor(() => expect(toast()).toHaveTextContent('Template created successfully'))
  })

  test('keeps its dialog when it disappears from the list', async () => {
    await collide()
    act(() => streams.at(-1)?.emit({ kind: 'ready', changed: 'sample_templates', count: 1, ids: [template().id] }))
    await waitFor(() => expect(screen.getByText('No sample templates yet')).toBeInTheDocument())
    expect(field(/^Name/)).toHaveValue('Spring postcard mine')
  })
})
