import type { BulkLeadPatch } from '@app/api-client'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  failing,
  lead,
  refusing,
  renderAdmin,
  signedIn,
  signedInAsViewer,
  unreachable,
  useAdmin,
  withLeads,
  toast,
} from '../../../test/admin.tsx'
import { changed, watchUndo } from '../../../test/changes.ts'
import { leadId, nia, otherLeadId, leadHandlers } from '../../../test/leads.ts'

const { server, left } = useAdmin()

beforeEach(() => {
  server.use(signedIn, ...leadHandlers)
  window.localStorage.clear()
})

const dana = lead({ id: leadId, stage: 'contacted', ownerId: nia.id, nextStep: 'Call back', nextStepOn: '2020-01-02' })
const omar = lead({ id: otherLeadId, firstName: 'Omar', email: 'omar@example.com' })
const bar = () => within(screen.getByRole('group', { name: 'Selected leads' }))
const select = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name: `Select ${name}` }))

describe('selected leads', () => {
  const bodies: unknown[] = []
  const changes = http.patch('*/api/admin/leads', async ({ request }) => {
    bodies.push(await request.json())
    return changed({
      changed: 2,
      records: [
        { id: leadId, version: 5 },
        { id: otherLeadId, version: 7 },
      ],
    })
  })
  beforeEach(() => void bodies.splice(0))

  test('are assigned in one request, which can be undone unless someone has changed them since', async () => {
    server.use(withLeads(dana, omar), changes)
    const undone = watchUndo(server, () => [leadId, otherLeadId])
    renderAdmin('/leads')
    await select('Dana Example')
    await select('Omar Example')
    await userEvent.click(bar().getByRole('button', { name: 'Assign' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assign 2 leads' }))
    // The signed-in person comes first, and disabled accounts are omitted.
    expect(dialog.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Unassigned',
      'Rosa Example (you)',
      'Nia Example',
    ])
    await userEvent.selectOptions(dialog.getByLabelText('Owner'), 'Nia Example')
    await userEvent.dblClick(dialog.getByRole('button', { name: 'Assign' }))
    await waitFor(() => expect(toast()).toHaveTextContent('2 leads assigned to Nia Example'))
    expect(bodies).toEqual([
      { records: [{ id: leadId }, { id: otherLeadId }], patch: { ownerId: nia.id } } satisfies BulkLeadPatch,
    ])
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(toast()).toHaveTextContent('2 leads restored'))
    expect(undone).toEqual(['group-1'])

    // An undo is a change like any other.
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(toast()).toHaveTextContent('2 leads assigned to Nia Example'))
    expect(undone).toEqual(['group-1', 'undo of group-1'])

    server.use(refusing('post', '/api/admin/changes/:group/revert', 412))
    await userEvent.click(within(toast()).getByText('Undo'))
    await waitFor(() => expect(toast()).toHaveTextContent('Someone has changed it since then.'))
  })

  test('need a reason to be marked as lost', async () => {
    server.use(withLeads(dana, omar), changes)
    renderAdmin('/leads')
    await select('Dana Example')
    await userEvent.click(bar().getByRole('button', { name: 'Change stage' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Stage of 1 lead' }))
    await userEvent.selectOptions(dialog.getByLabelText('Stage'), 'Lost')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Reason is required')).toBeVisible()
    await userEvent.selectOptions(dialog.getByLabelText(/^Reason lost/), 'Price')
    await userEvent.type(dialog.getByLabelText('Loss note'), ' Half of ours {Control>}{Enter}{/Control}')
    await waitFor(() => expect(toast()).toHaveTextContent('2 leads moved to Lost'))
    expect(bodies).toEqual([
      { records: [{ id: leadId }], patch: { stage: 'lost', lostReason: 'price', lostNote: 'Half of ours' } },
    ])
  })

  test('stay selected and unchanged when the list, the accounts, or the change fails', async () => {
    server.use(withLeads(dana, omar), unreachable('/api/admin/leads/owners'))
    renderAdmin('/leads')
    await select('Omar Example')
    server.use(failing('/api/admin/leads', 500))
    await userEvent.click(screen.getByText('Refresh'))
    expect(await screen.findByText('Leads could not be loaded')).toBeVisible()
    expect(bar().getByLabelText('1 selected')).toBeVisible()

    // Without the accounts, the dialog could only unassign the leads.
    await userEvent.click(bar().getByText('Assign'))
    const dialog = () => screen.findByRole('dialog', { name: 'Assign 1 lead' })
    expect(await within(await dialog()).findByText('The accounts could not be loaded')).toBeVisible()
    server.use(...leadHandlers, refusing('patch', '/api/admin/leads', 409, undefined, 'It was merged.'))
    await userEvent.click(within(await dialog()).getByText('Retry'))
    await waitFor(() => expect(screen.getByLabelText('Owner')).toHaveValue('staff-1'))

    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Assign' }))
    await waitFor(() =>
      expect(toast()).toHaveTextContent('ErrorFailed to change leadsNothing was changed. It was merged.'),
    )
    expect(await dialog()).toBeVisible()
  })

  test('can be exported, listed at a URL that can be shared, and marked as spam with Undo', async () => {
    server.use(
      withLeads(dana, omar),
      http.put('*/api/admin/leads/spam', async ({ request }) => {
        bodies.push(await request.json())
        return changed(null)
      }),
    )
    const undone = watchUndo(server, () => [leadId, otherLeadId])
    renderAdmin('/leads?stage=contacted')
    await select('Dana Example')
    await select('Omar Example')
    const ids = `${leadId},${otherLeadId}`
    const file = bar().getByRole('link', { name: 'Export selected' })
    expect(file).toHaveAttribute('href', `/api/admin/leads/export?ids=${ids}`)
    await userEvent.click(bar().getByText('Show only these'))
    expect(window.location.search).toBe(`?${new URLSearchParams({ ids }).toString()}`)
    expect(screen.getByRole('button', { name: 'Remove filter Selection: 2 leads' })).toBeVisible()

    await userEvent.click(bar().getByText('Mark as spam'))
    await waitFor(() => expect(toast()).toHaveTextContent('2 leads marked as spam'))
    await userEvent.click(within(toast()).getByText('Undo'))
    await waitFor(() => expect(toast()).toHaveTextContent('2 leads removed from spam'))
    expect(bodies).toEqual([{ records: [{ id: leadId }, { id: otherLeadId }], patch: { isSpam: true } }])
    expect(undone).toEqual(['group-1'])
  })

  test('are not promised to come back after signing in again, because the selection is not kept', async () => {
    server.use(withLeads(dana, omar), refusing('patch', '/api/admin/leads', 401))
    renderAdmin('/leads')
    await select('Dana Example')
    await userEvent.click(bar().getByRole('button', { name: 'Change stage' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Stage of 1 lead' }))
    await userEvent.selectOptions(dialog.getByLabelText('Stage'), 'Won')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(left).toEqual(['/api/login?return_to=%2Fadmin%2Fleads&reason=session_ended']))
  })

  test('can only be exported by viewers', async () => {
    server.use(signedInAsViewer, withLeads(dana))
    renderAdmin('/leads')
    await select('Dana Example')
    expect(bar().getByRole('link', { name: 'Export selected' })).toBeVisible()
    expect(bar().queryByRole('button', { name: 'Assign' })).not.toBeInTheDocument()
    expect(screen.queryByRole('tab', { name: /^Mine/ })).not.toBeInTheDocument()
    await userEvent.keyboard('{Escape}a')
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('keys', () => {
  test('select, assign, and edit the focused row or the selection', async () => {
    server.use(withLeads(dana, omar))
    renderAdmin('/leads')
    await screen.findByText('Dana Example')
    await userEvent.keyboard('jjx')
    expect(screen.getByRole('checkbox', { name: 'Select Omar Example' })).toBeChecked()
    expect(screen.getByRole('button', { name: 'Omar Example' })).toHaveFocus()
    await userEvent.keyboard('x')
    expect(screen.getByRole('checkbox', { name: 'Select Omar Example' })).not.toBeChecked()
    await userEvent.keyboard('a')
    expect(await screen.findByRole('dialog', { name: 'Assign 1 lead' })).toBeVisible()
    expect(await screen.findByLabelText('Owner')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.keyboard('{Shift>}A{/Shift}e')
    expect(await screen.findByRole('dialog', { name: 'Stage of 2 leads' })).toBeVisible()
  })
})
