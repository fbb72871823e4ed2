import { getGetDailyCountsMockHandler, getGetLeadStatusCountsMockHandler } from '@app/api-client/mocks'
import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import {
  daily,
  lead,
  renderAdmin,
  signedIn,
  signedInAsViewer,
  streams,
  useAdmin,
  withLeads,
  withStats,
} from '../../../test/admin.tsx'
import { forgetArrivals } from '../../cache/arrivals.ts'

const { server } = useAdmin()

const nothing = [getGetLeadStatusCountsMockHandler([]), getGetDailyCountsMockHandler({ ...daily, leads: [] })]

beforeEach(() => forgetArrivals('leads'))

const steps = async () => within(await screen.findByRole('region', { name: 'First steps' }))
const names = async () => (await steps()).getAllByRole('heading', { level: 3 }).map((title) => title.textContent)

test('an owner sees what to do before the first lead arrives', async () => {
  server.use(signedIn, withStats, withLeads(), ...nothing)
  renderAdmin()
  expect(await names()).toEqual([
    'Send a test lead',
    'Review the prices on the site',
    'Connect the CRM',
    'Invite your colleagues',
  ])
  const link = async (name: RegExp) => (await steps()).getByRole('link', { name })
  expect(await link(/^Open the site/)).toHaveAttribute('href', '/')
  expect(await link(/connection/)).toHaveAttribute('href', '/admin/settings?tab=crm')
  expect(await link(/staff/)).toHaveAttribute('href', '/admin/settings')
  expect(screen.getByText('No leads found')).toBeVisible()
})

test('hides steps that the role does not allow', async () => {
  server.use(signedInAsViewer, withStats, withLeads(), ...nothing)
  renderAdmin()
  expect(await names()).toEqual(['Send a test lead', 'Review the prices on the site'])
})

test('the first lead removes the steps, before any reload', async () => {
  server.use(signedIn, withStats, withLeads(), ...nothing)
  renderAdmin()
  await steps()
  act(() => streams.at(-1)?.emit({ kind: 'leads', count: 1, ids: ['first'] }))
  expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument()
  expect(screen.getByRole('region', { name: 'By day and page' })).toBeVisible()
})

test.each([
  ['leads', [getGetLeadStatusCountsMockHandler([{ status: 'new', leads: 1 }])]],
  ['sample requests', [getGetDailyCountsMockHandler({ ...daily, sampleRequests: daily.leads })]],
])('with %s they are no longer shown', async (_what, some) => {
  server.use(signedIn, withStats, withLeads(lead()), ...some, ...nothing)
  renderAdmin()
  await screen.findByText('Dana Example')
  expect(await screen.findByRole('button', { name: 'By day and page' })).toBeVisible()
  expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument()
})
