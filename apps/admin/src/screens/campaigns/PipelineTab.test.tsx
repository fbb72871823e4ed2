import type { LeadReport } from '@app/api-client'
import { getGetLeadReportMockHandler } from '@app/api-client/mocks'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failing, renderAdmin, signedInAsViewer, useAdmin } from '../../../test/admin.tsx'

const { server } = useAdmin()

const ownerId = '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a22'

const report: LeadReport = {
  leads: 1_000,
  stages: [
    { stage: 'new', leads: 750 },
    { stage: 'lost', leads: 250 },
  ],
  lostReasons: [
    { lostReason: 'price', leads: 200 },
    { lostReason: 'not_a_fit', leads: 50 },
  ],
  owners: [
    { owner: ownerId, name: 'Nia Example', leads: 900, won: 2, lost: 250, valued: 1, value: 4200 },
    { owner: 'none', leads: 100, won: 0, lost: 0, valued: 0, value: 0 },
  ],
  firstReplies: [
    { firstReply: 'hour', leads: 1 },
    { firstReply: 'none', leads: 999 },
  ],
}

const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => Array.from(row.querySelectorAll('th, td'), (cell) => cell.textContent))

const queriesOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('link')
    .map((link) => new URL(link.getAttribute('href') ?? '', 'http://localhost'))
    .map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])

test('each figure links to the leads that it counts, in the same period', async () => {
  server.use(signedInAsViewer, getGetLeadReportMockHandler(report))
  renderAdmin('/campaigns?tab=pipeline&from=2026-11-01&to=2026-11-30')
  const days = { from: '2026-11-01', to: '2026-11-30' }
  const list = (query: object) => ['/admin/leads', { ...query, ...days }]

  const stages = await screen.findByRole('table', { name: 'Leads by stage' })
  expect(rowsOf(stages)).toEqual([
    ['Stage', 'Leads', 'Share'],
    ['New', '750', '75%'],
    ['Lost', '250', '25%'],
  ])
  expect(queriesOf(stages)).toEqual([list({ stage: 'new' }), list({ stage: 'lost' })])

  const reasons = screen.getByRole('table', { name: 'Leads by reason lost' })
  expect(rowsOf(reasons).slice(1)).toEqual([
    ['Price', '200', '80%'],
    ['Not a fit', '50', '20%'],
  ])
  expect(queriesOf(reasons)).toEqual([list({ lostReasons: 'price' }), list({ lostReasons: 'not_a_fit' })])

  const replies = screen.getByRole('table', { name: 'Leads by first reply by email' })
  expect(rowsOf(replies).slice(1)).toEqual([
    ['Within an hour', '1', '0.1%'],
    ['No reply yet', '999', '99.9%'],
  ])
  expect(queriesOf(replies)).toEqual([list({ firstReplies: 'hour' }), list({ firstReplies: 'none' })])

  const owners = screen.getByRole('table', { name: 'Leads by owner' })
  expect(rowsOf(owners).slice(1)).toEqual([
    ['Nia Example', '900', '2', '$4,200.00 from 1 of 2', '250'],
    ['Unassigned', '100', '0', '–', '0'],
  ])
  const owner = ownerId
  expect(queriesOf(owners)).toEqual([
    list({ owner }),
    list({ owner, won: 'true' }),
    list({ owner, won: 'true' }),
    list({ owner, stage: 'lost' }),
    list({ owner: 'none' }),
  ])
})

test('a period without leads says so, and a failed report can be retried', async () => {
  const empty: LeadReport = { leads: 0, stages: [], lostReasons: [], owners: [], firstReplies: [] }
  server.use(signedInAsViewer, failing('/api/admin/report', 500))
  renderAdmin('/campaigns?tab=pipeline')
  const error = await screen.findByRole('alert')
  expect(error).toHaveTextContent('The report could not be loaded')
  server.use(getGetLeadReportMockHandler(empty))
  await userEvent.click(within(error).getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('No leads in this period')).toBeVisible()
})
