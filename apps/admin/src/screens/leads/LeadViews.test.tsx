import { getCreateLeadViewMockHandler, getListLeadViewsMockHandler } from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  failing,
  lead,
  refusing,
  renderAdmin,
  signedIn,
  signedInAsEditor,
  useAdmin,
  toast,
} from '../../../test/admin.tsx'
import { changed, watchUndo } from '../../../test/changes.ts'
import { savedView, leadHandlers } from '../../../test/leads.ts'

const { server } = useAdmin()

/** The number of leads that each filter finds. */
const withCounts = http.get('*/api/admin/leads', ({ request }) => {
  const { searchParams } = new URL(request.url)
  const isHot = searchParams.get('stage') === 'contacted,qualified'
  const headers: Record<string, string> = isHot
    ? { 'X-Total-Count': '4' }
    : { 'X-Total-Count': '1000', 'X-Total-Count-Capped': 'true' }
  return HttpResponse.json([lead()], { headers })
})

beforeEach(() => {
  server.use(signedIn, ...leadHandlers, withCounts)
})

const query = () => Object.fromEntries(new URLSearchParams(window.location.search))

describe('views', () => {
  test('are tabs with counts, and each has a URL', async () => {
    const shared = savedView({
      id: 'view-2',
      name: 'Of all',
      query: 'owner=none',
      isShared: true,
      isOwn: false,
      by: 'Nia',
    })
    server.use(getListLeadViewsMockHandler([savedView(), shared]))
    renderAdmin('/leads')
    expect(await screen.findByRole('tab', { name: 'All 38' })).toHaveAttribute('aria-selected', 'true')
    expect(await screen.findByRole('tab', { name: 'Mine 1,000+' })).toBeVisible()
    expect(screen.getByRole('tab', { name: /^Of all/ })).toHaveAttribute('title', 'Shared by Nia')
    await userEvent.click(await screen.findByRole('tab', { name: 'Hot leads 4' }))
    expect(query()).toEqual({ stage: 'contacted,qualified', view: savedView().id })
    expect(screen.getByRole('heading', { level: 2, name: 'Hot leads' })).toBeVisible()
    await userEvent.click(screen.getByRole('tab', { name: /^Due/ }))
    expect(query()).toEqual({ due: 'overdue,today' })
    expect(screen.getByRole('tab', { name: /^Due/ })).toHaveAttribute('aria-selected', 'true')
  })

  test('that have no room are in a menu, and the current one always has a tab', async () => {
    const many = Array.from({ length: 30 }, (_, index) => savedView({ id: `view-${index}`, name: `View ${index}` }))
    server.use(getListLeadViewsMockHandler(many))
    renderAdmin('/leads')
    const menu = await screen.findByRole('combobox', { name: 'More views' })
    expect(screen.getAllByRole('tab', { name: /^View/ })).toHaveLength(2)
    expect(within(menu).getAllByRole('option')).toHaveLength(1 + 28)
    await userEvent.selectOptions(menu, 'View 17')
    expect(await screen.findByRole('tab', { name: /^View 17/ })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getAllByRole('tab', { name: /^View/ })).toHaveLength(2)
    expect(query()).toEqual({ stage: 'contacted,qualified', view: 'view-17' })
  })

  test('keep the filters in the URL when the view no longer exists', async () => {
    renderAdmin('/leads?view=gone&stage=won')
    expect(await screen.findByRole('button', { name: 'Remove filter Stage: Won' })).toBeVisible()
    expect(screen.getByRole('tab', { name: /^All/ })).toHaveAttribute('aria-selected', 'true')
  })

  test('can fail to load without affecting the list, and recover', async () => {
    server.use(failing('/api/admin/lead-views', 500))
    renderAdmin('/leads')
    expect(await screen.findByText('Saved views could not be loaded')).toBeVisible()
    expect(await screen.findByText('Dana Example')).toBeVisible()
    server.use(getListLeadViewsMockHandler([savedView()]))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('tab', { name: 'Hot leads 4' })).toBeVisible()
  })

  test('are saved from the filters in the URL', async () => {
    const bodies: unknown[] = []
    server.use(
      getCreateLeadViewMockHandler(async ({ request }) => {
        bodies.push(await request.json())
        server.use(getListLeadViewsMockHandler([savedView({ isShared: true })]))
        return savedView({ isShared: true })
      }),
    )
    renderAdmin('/leads?stage=contacted,qualified&page=3&cursor=abc')
    await userEvent.click(await screen.findByRole('button', { name: 'Save view' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save view' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Name is required')).toBeVisible()
    await userEvent.type(dialog.getByLabelText(/^Name/), ' Hot leads ')
    await userEvent.click(dialog.getByLabelText('Shared with everyone'))
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(toast()).toHaveTextContent('View saved successfully'))
    expect(bodies).toEqual([{ name: 'Hot leads', query: 'stage=contacted%2Cqualified', isShared: true }])
    const tab = await screen.findByRole('tab', { name: 'Hot leads 4' })
    await waitFor(() => expect(tab).toHaveAttribute('aria-selected', 'true'))
    expect(screen.queryByRole('button', { name: 'Save view' })).not.toBeInTheDocument()
  })

  test('can be updated with other filters and undone', async () => {
    const sent: unknown[] = []
    server.use(
      getListLeadViewsMockHandler([savedView()]),
      http.put('*/api/admin/lead-views/:id', async ({ request }) => {
        const body = await request.json()
        sent.push([request.headers.get('If-Match'), body])
        return changed(savedView({ version: 4, query: 'stage=won' }))
      }),
    )
    const undone = watchUndo(server)
    renderAdmin(`/leads?view=${savedView().id}&stage=won`)
    await userEvent.click(await screen.findByRole('button', { name: 'Save changes' }))
    await waitFor(() => expect(toast()).toHaveTextContent('View updated successfully'))
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(undone).toEqual(['group-1']))
    expect(sent).toEqual([['"3"', { name: 'Hot leads', query: 'stage=won', isShared: false }]])
  })

  test('of others can be viewed, but only an owner can delete them', async () => {
    const shared = savedView({ isShared: true, isOwn: false, by: 'Nia Example' })
    server.use(signedInAsEditor, getListLeadViewsMockHandler([shared]))
    const address = `/leads?view=${shared.id}&${shared.query}`
    const { unmount } = renderAdmin(address)
    expect(await screen.findByRole('tab', { name: 'Hot leads 4' })).toBeVisible()
    expect(screen.queryByRole('button', { name: /^(Edit|Delete) view$/ })).not.toBeInTheDocument()
    unmount()
    server.use(signedIn)
    renderAdmin(address)
    expect(await screen.findByRole('button', { name: 'Delete view' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Edit view' })).not.toBeInTheDocument()
  })

  test('are deleted after confirmation, even if a colleague was first', async () => {
    server.use(getListLeadViewsMockHandler([savedView()]), refusing('delete', '/api/admin/lead-views/:id', 404))
    renderAdmin(`/leads?view=${savedView().id}&${savedView().query}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Delete view' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete view' }))
    server.use(getListLeadViewsMockHandler([]))
    await userEvent.click(question.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(toast()).toHaveTextContent('The view no longer exists'))
    expect(query()).toEqual({ stage: 'contacted,qualified' })
    expect(await screen.findByRole('button', { name: 'Save view' })).toBeVisible()
  })

  test('with too many filters are not sent', async () => {
    const ids = Array.from({ length: 40 }, (_, index) => `01932c07-5b1c-7d52-8f3a-2b1f6f3f8b${10 + index}`).join(',')
    renderAdmin(`/leads?ids=${ids}`)
    await userEvent.click(await screen.findByRole('button', { name: 'Save view' }))
    await waitFor(() => expect(toast()).toHaveTextContent('There are too many filters.'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
