import {
  getUpdateLeadMockHandler,
  getGetCurrentUserMockHandler,
  getListPricingProductsMockHandler,
} from '@app/api-client/mocks'
import { readStored } from '@app/ui/tab-storage'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { failing, refusing, renderAdmin, staff, useAdmin } from '../../test/admin.tsx'
import { leadDetail, leadId, otherLeadId, withLead, work } from '../../test/leads.ts'
import { openLead, withTwoLeads } from '../../test/two-leads.ts'
import { draftOf } from './use-draft.tsx'
import { announceSignOut } from './sign-out-elsewhere.ts'
import { forgetDeparture } from './sign-in-again.ts'

const { server, left } = useAdmin()

beforeEach(() => server.use(...withTwoLeads))

const unsaved = () => screen.queryByText('You entered this earlier. It isn’t saved yet.')
const nextStep = () => screen.findByLabelText<HTMLInputElement>('Next step')
const openProduct = async () => {
  renderAdmin('/pricing?edit=new')
  return within(await screen.findByRole('dialog', { name: 'Add Product' }))
}

/** Unmounts the page and opens another one in the same tab. */
function leavePage(): void {
  cleanup()
  forgetDeparture()
}

const storedDrafts = () => Object.keys(sessionStorage).filter((key) => key.startsWith('draft '))

describe('unsaved text in a form', () => {
  test('stays visible when the session ends, survives signing in, and can then be saved', async () => {
    openLead()
    await userEvent.type(await nextStep(), 'Call')
    expect(unsaved()).toBeNull()
    server.use(refusing('patch', '/api/admin/leads/:id', 401), failing(`/api/admin/leads/${leadId}`, 401))
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() =>
      expect(left).toEqual([
        `/api/login?return_to=${encodeURIComponent(`/admin/leads?lead=${leadId}`)}&reason=draft_kept`,
      ]),
    )
    expect(screen.getByLabelText('Next step')).toHaveValue('Call')

    leavePage()
    const sent: unknown[] = []
    server.use(
      withLead(leadDetail()),
      getUpdateLeadMockHandler(async ({ request }) => {
        sent.push(await request.json())
        return work({ version: 3, nextStep: 'Call' })
      }),
    )
    openLead()
    expect(await nextStep()).toHaveValue('Call')
    expect(unsaved()).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([{ nextStep: 'Call' }]))
    await waitFor(() => expect(unsaved()).toBeNull())
    expect(storedDrafts()).toEqual([])
  })

  test('is kept per record, and resent with the same idempotency key if the session ended before the response', async () => {
    const keys: unknown[] = []
    server.use(
      http.post('*/api/admin/leads/:id/notes', ({ request }) => {
        keys.push(request.headers.get('Idempotency-Key'))
        return HttpResponse.error()
      }),
    )
    openLead()
    await userEvent.type(await nextStep(), 'Call')
    await userEvent.type(screen.getByLabelText('Add a note'), 'Hi')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(keys).toHaveLength(1))
    leavePage()
    renderAdmin(`/leads?lead=${otherLeadId}`)
    expect(await nextStep()).toHaveValue('')
    expect(screen.getByLabelText('Add a note')).toHaveValue('')
    leavePage()
    openLead()
    expect(await nextStep()).toHaveValue('Call')
    expect(screen.getByLabelText('Add a note')).toHaveValue('Hi')
    await userEvent.click(screen.getByText('Add note'))
    await waitFor(() => expect(keys).toHaveLength(2))
    expect(keys[0]).toMatch(/^[\w-]{36}$/)
    expect(keys[1]).toBe(keys[0])
  })

  test('is deleted when discarded, including by moving to the next lead', async () => {
    openLead()
    await userEvent.type(await nextStep(), 'Call')
    await userEvent.click(screen.getByText('Discard'))
    await waitFor(() => expect(storedDrafts()).toEqual([]))
    await userEvent.type(await nextStep(), 'Call')
    expect(storedDrafts()).toHaveLength(1)
    await userEvent.click(screen.getByRole('button', { name: 'Next lead' }))
    const question = within(await screen.findByRole('dialog', { name: 'Discard changes?' }))
    await userEvent.click(question.getByText('Discard'))
    await waitFor(() => expect(storedDrafts()).toEqual([]))
    leavePage()
    openLead()
    expect(await nextStep()).toHaveValue('')
    expect(unsaved()).toBeNull()
  })

  test('in a dialog is deleted when discarded', async () => {
    server.use(getListPricingProductsMockHandler([]))
    const first = await openProduct()
    await userEvent.type(first.getByLabelText(/^Name/), 'Half')
    leavePage()
    const second = await openProduct()
    expect(second.getByLabelText(/^Name/)).toHaveValue('Half')
    expect(unsaved()).toBeVisible()
    await userEvent.click(second.getByRole('button', { name: 'Cancel' }))
    const question = within(await screen.findByRole('dialog', { name: 'Discard changes?' }))
    await userEvent.click(question.getByRole('button', { name: 'Discard' }))
    expect(storedDrafts()).toEqual([])
  })

  test('is not shown to the next person who signs in, and is deleted', async () => {
    openLead()
    await userEvent.type(await nextStep(), 'Call')
    await userEvent.type(screen.getByLabelText('Add a note'), 'Hi')
    leavePage()
    server.use(getGetCurrentUserMockHandler({ ...staff, id: 'staff-2', name: 'Nia Example' }))
    openLead()
    expect(await nextStep()).toHaveValue('')
    expect(screen.getByLabelText('Add a note')).toHaveValue('')
    await waitFor(() => expect(storedDrafts()).toEqual([]))
  })

  test('in any form prompts before leaving the page', async () => {
    const leaving = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    openLead()
    await userEvent.click(await screen.findByRole('button', { name: 'Reply by email' }))
    for (const label of ['Next step', 'Add a note', 'Subject']) {
      const field = await screen.findByLabelText(label)
      expect(leaving(), `before ${label}`).toBe(false)
      await userEvent.type(field, 'Call')
      expect(leaving(), `with text in ${label}`).toBe(true)
      await userEvent.clear(field)
    }
  })

  test('is deleted by signing out, but not if the user stays', async () => {
    openLead()
    await userEvent.type(await nextStep(), 'Call')
    announceSignOut()
    expect(storedDrafts()).toHaveLength(1)
    await userEvent.type(await nextStep(), ' back')
    window.dispatchEvent(new Event('pagehide'))
    expect(storedDrafts()).toHaveLength(1)
    announceSignOut()
    window.dispatchEvent(new Event('pagehide'))
    expect(storedDrafts()).toEqual([])
  })

  test.each([
    ['not JSON'],
    ['null'],
    ['{"values":{"nextStep":"Call"},"idempotencyKey":"a"}'],
    ['{"values":{"text":"Call"}}'],
    ['{"values":{"text":"Call"},"idempotencyKey":"a","basis":{"version":1,"values":{}}}'],
  ])('from another build is ignored: %s', (stored) => {
    sessionStorage.setItem('draft', stored)
    expect(draftOf(readStored('draft'), { text: '' })).toBeUndefined()
  })

  test('never includes a password', async () => {
    server.use(getGetCurrentUserMockHandler({ ...staff, signInMethod: 'password' }))
    renderAdmin('/account')
    await userEvent.click(await screen.findByRole('button', { name: 'Create token' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Create API token' }))
    await userEvent.type(dialog.getByLabelText(/^Current password/), 'herons')
    expect(storedDrafts()).toEqual([])
    await userEvent.type(dialog.getByLabelText(/^Name/), 'Nightly')
    const [draft] = Object.values(sessionStorage)
    expect(draft).toContain('Nightly')
    expect(draft).not.toContain('heron')
  })
})
