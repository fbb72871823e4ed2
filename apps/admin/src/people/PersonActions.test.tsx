import type { Person } from '@app/api-client'
import {
  getErasePersonMockHandler,
  getGetPersonMockHandler,
  getListSampleRequestHistoryMockHandler,
  getListSampleRequestsMockHandler,
} from '@app/api-client/mocks'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import {
  failing,
  refusing,
  renderAdmin,
  signedIn,
  signedInAsEditor,
  useAdmin,
  withLeads,
  toast,
} from '../../test/admin.tsx'
import { leadDetail, leadHandlers, leadId, otherLeadId, withLead } from '../../test/leads.ts'
import { sampleRequest } from '../../test/records.ts'

const { server } = useAdmin()

const person: Person = {
  email: 'dana@example.com',
  leads: 2,
  sampleRequests: 1,
  timelineEntries: 14,
  messages: 0,
  proofs: 0,
  pieces: 0,
  isMember: false,
  hasInvitation: false,
  hasAccount: true,
  isInCrm: true,
}
const button = (name: string) => screen.findByRole('button', { name })
const dialog = () => screen.findByRole('dialog', { name: 'Erase this person' })

async function openLead(session = signedIn) {
  server.use(session, ...leadHandlers, withLeads(), withLead(leadDetail()), getGetPersonMockHandler(person))
  renderAdmin(`/leads?lead=${leadId}`)
  await screen.findByRole('heading', { level: 2, name: /Example/ })
}

describe('actions on a person, for owners', () => {
  test('erasure is confirmed by typing the email, and closes the panel', async () => {
    await openLead()
    const sent: unknown[] = []
    server.use(
      getErasePersonMockHandler(async ({ request }) => {
        sent.push(await request.clone().json())
        return { leads: 2, sampleRequests: 1, proofs: 0, isInCrm: true }
      }),
    )
    await userEvent.click(await button('Erase this person'))
    const question = within(await dialog())
    expect((await question.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
      '2 leads',
      '1 sample request',
      '14 notes and changes on timelines',
    ])
    expect(question.getByText(/A staff account uses this email/)).toBeVisible()
    const field = question.getByRole('textbox', { name: 'Type this person’s email' })
    await userEvent.type(field, 'x{Enter}')
    expect(question.getByText('This is not this person’s email')).toBeVisible()
    expect(sent).toEqual([])
    await userEvent.clear(field)
    await userEvent.type(field, 'DANA@example.com')
    await userEvent.click(question.getByRole('button', { name: 'Erase permanently' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Person erased: 2 leads, 1 sample request'))
    expect(sent).toEqual([{ email: 'DANA@example.com' }])
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(window.location.search).toBe('')
  })

  test('erasure also works from a sample request, and its dialog stays open until the response', async () => {
    const request = sampleRequest()
    const answer = Promise.withResolvers<void>()
    server.use(
      signedIn,
      getListSampleRequestsMockHandler([request]),
      getListSampleRequestHistoryMockHandler([]),
      getGetPersonMockHandler({ ...person, email: request.email }),
      getErasePersonMockHandler(async () => {
        await answer.promise
        return { leads: 0, sampleRequests: 1, proofs: 0, isInCrm: false }
      }),
    )
    renderAdmin(`/samples?tab=requests&edit=${request.id}`)
    await userEvent.click(await button('Erase this person'))
    const question = within(await dialog())
    await userEvent.type(await question.findByRole('textbox'), `${request.email}{Enter}`)
    expect(question.getByRole('button', { name: 'Cancel' })).toBeDisabled()
    await userEvent.keyboard('{Escape}')
    expect(await dialog()).toBeVisible()
    answer.resolve()
    await waitFor(() => expect(toast()).toHaveTextContent('Person erased: 1 sample request'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('a person someone else has just erased is reported as gone', async () => {
    await openLead()
    server.use(refusing('post', `/api/admin/people/${leadId}/erase`, 404))
    await userEvent.click(await button('Erase this person'))
    const question = within(await dialog())
    await userEvent.click(await question.findByRole('textbox'))
    await userEvent.paste('dana@example.com')
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(toast()).toHaveTextContent('Someone else just erased this person.'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('a failed erasure changes nothing, Escape closes only the confirmation, and that is about the open lead', async () => {
    await openLead()
    server.use(failing(`/api/admin/people/${leadId}`, 503))
    await userEvent.click(await button('Erase this person'))
    expect(await screen.findByText('The person’s records could not be loaded')).toBeVisible()
    const sent: unknown[] = []
    server.use(
      getErasePersonMockHandler(({ request }) => {
        sent.push(request.url)
        return { leads: 0, sampleRequests: 0, proofs: 0, isInCrm: false }
      }),
    )
    await userEvent.type(screen.getByRole('textbox', { name: /^Type this/ }), '{Control>}{Enter}{/Control}')
    server.use(getGetPersonMockHandler(person), refusing('post', `/api/admin/people/${leadId}/erase`, 429))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await userEvent.type(
      await screen.findByRole('textbox', { name: /^Type this person’s email/ }),
      'dana@example.com{Enter}',
    )
    await waitFor(() => expect(toast()).toHaveTextContent('Failed to erase the person'))
    expect(sent).toEqual([])
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Erase this person' })).not.toBeInTheDocument())
    expect(screen.getByRole('dialog', { name: 'Lead' })).toBeVisible()
    expect(await screen.findByRole('link', { name: 'Export all data about this person' })).toHaveAttribute(
      'href',
      `/api/admin/people/${leadId}/export`,
    )
    expect(screen.getByRole('link', { name: 'View access log' })).toHaveAttribute(
      'href',
      `/admin/settings?tab=access&record=${leadId}`,
    )

    await userEvent.click(await button('Erase this person'))
    await dialog()
    act(() => {
      window.history.pushState(null, '', `?lead=${otherLeadId}`)
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Erase this person' })).not.toBeInTheDocument())
  })

  test('only owners see these actions', async () => {
    await openLead(signedInAsEditor)
    expect(await screen.findByRole('heading', { name: 'Pipeline' })).toBeVisible()
    expect(screen.queryByText('Privacy')).not.toBeInTheDocument()
  })
})
