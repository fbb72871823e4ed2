import type { RelatedLead } from '@app/api-client'
import { getListRelatedRecordsMockHandler, getUnmergeLeadMockHandler } from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { useAdmin, toast } from '../../test/admin.tsx'
import { changed, watchUndo } from '../../test/changes.ts'
import { leadDetail, leadId, otherLeadId, withLead, work } from '../../test/leads.ts'
import { openLead, withTwoLeads } from '../../test/two-leads.ts'

const { server } = useAdmin()

beforeEach(() => server.use(...withTwoLeads))

describe('related records', () => {
  const related = (changes: Partial<RelatedLead> = {}): RelatedLead => ({
    id: otherLeadId,
    firstName: 'Dana',
    lastName: 'Twice',
    email: 'dana@example.com',
    company: 'Example Roofing',
    status: 'new',
    stage: 'new',
    reasons: ['email', 'phone'],
    createdAt: '2025-11-19T21:14:00.000Z',
    ...changes,
  })

  test('of the same person can be merged, and Undo unmerges them', async () => {
    const calls: unknown[] = []
    server.use(
      getListRelatedRecordsMockHandler({ leads: [related()], sampleRequests: [] }),
      http.post('*/api/admin/leads/:id/merge', async ({ request, params }) => {
        calls.push([params['id'], await request.json()])
        server.use(getListRelatedRecordsMockHandler({ leads: [related({ reasons: ['merged'] })], sampleRequests: [] }))
        return changed(work())
      }),
    )
    const undone = watchUndo(server)
    openLead()
    expect(await screen.findByText(/^Same email and phone number/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Merge Dana Twice into this lead' }))
    const question = within(await screen.findByRole('dialog', { name: 'Merge leads?' }))
    expect(question.getByText(/It keeps its own values/)).toBeVisible()
    expect(question.getByLabelText('Lead to keep')).toHaveDisplayValue('The lead that is open')
    await userEvent.click(question.getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Leads merged'))
    // Clicks are ignored for a moment, because they were meant for the earlier state.
    expect(await screen.findByRole('button', { name: 'Undo merge of Dana Twice' })).toBeDisabled()
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Leads unmerged'))
    expect(calls).toEqual([[otherLeadId, { into: leadId }]])
    expect(undone).toEqual(['group-1'])
  })

  test('are asked about until the merge is stored, and Escape closes the question alone', async () => {
    const answer = Promise.withResolvers<void>()
    server.use(
      getListRelatedRecordsMockHandler({ leads: [related()], sampleRequests: [] }),
      http.post('*/api/admin/leads/:id/merge', async () => {
        await answer.promise
        return changed(work())
      }),
    )
    openLead()
    const question = () => screen.queryByRole('dialog', { name: 'Merge leads?' })
    await userEvent.click(await screen.findByRole('button', { name: 'Merge Dana Twice into this lead' }))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(question()).not.toBeInTheDocument())
    expect(screen.getByRole('dialog', { name: 'Lead' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Merge Dana Twice into this lead' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Merge' }))
    expect(question()).toBeVisible()
    answer.resolve()
    await waitFor(() => expect(question()).not.toBeInTheDocument())
  })

  test('can be kept instead of the open lead', async () => {
    const calls: unknown[] = []
    server.use(
      getListRelatedRecordsMockHandler({ leads: [related()], sampleRequests: [] }),
      http.post('*/api/admin/leads/:id/merge', async ({ request, params }) => {
        calls.push([params['id'], await request.json()])
        return changed(work())
      }),
    )
    openLead()
    await userEvent.click(await screen.findByRole('button', { name: 'Merge Dana Twice into this lead' }))
    const question = within(await screen.findByRole('dialog', { name: 'Merge leads?' }))
    await userEvent.selectOptions(question.getByLabelText('Lead to keep'), 'Dana Twice')
    await userEvent.click(question.getByRole('button', { name: 'Merge' }))
    await waitFor(() => expect(calls).toEqual([[leadId, { into: related().id }]]))
  })

  test('of the company come after the person’s, can’t be merged, and are collapsed if there are many', async () => {
    const colleagues = Array.from({ length: 5 }, (_, index) =>
      related({ id: `c${index}`, firstName: `Colleague ${index}`, lastName: '', reasons: ['company'] }),
    )
    server.use(
      getListRelatedRecordsMockHandler({
        leads: [...colleagues, related()],
        sampleRequests: [
          {
            id: 's1',
            firstName: 'Dana',
            lastName: 'Example',
            email: 'dana@example.com',
            company: null,
            sampleType: 'both',
            processed: false,
            reasons: ['email'],
            createdAt: '2025-11-19T21:14:00.000Z',
          },
        ],
      }),
    )
    openLead()
    const section = within(await screen.findByRole('region', { name: 'Same person or company' }))
    const names = () => section.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(0, 11))
    expect(names()).toEqual(['Dana TwiceS', 'Colleague 0', 'Colleague 1', 'Colleague 2'])
    expect(section.getAllByRole('button', { name: /^Merge/ })).toHaveLength(1)
    await userEvent.click(section.getByRole('button', { name: 'Show all 7' }))
    expect(names()).toHaveLength(7)
    expect(section.getByRole('link', { name: 'Sample request from Dana Example' })).toHaveAttribute(
      'href',
      '/admin/samples?tab=requests&q=dana%40example.com',
    )
  })

  test('a merged lead is read-only, and links to the other lead', async () => {
    server.use(withLead(leadDetail({ mergedInto: otherLeadId })), getUnmergeLeadMockHandler(work()))
    openLead()
    expect(await screen.findByText(/^This lead was merged into another one/)).toBeVisible()
    expect(screen.queryByRole('form')).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'Undo merge' }))
    await waitFor(() => expect(toast()).toHaveTextContent('Leads unmerged'))
    await userEvent.click(screen.getByRole('button', { name: 'Open the other lead' }))
    expect(window.location.search).toBe(`?lead=${otherLeadId}`)
  })
})
