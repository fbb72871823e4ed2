import { getListLeadImportsMockHandler, getUndoLeadImportMockHandler } from '@app/api-client/mocks'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { failing, lead, renderAdmin, signedIn, useAdmin, withLeads } from '../../../../test/admin.tsx'
import { imported } from '../../../../test/lead-imports.ts'
import { leadDetail, leadHandlers, leadId, withLead } from '../../../../test/leads.ts'

const { server } = useAdmin()

beforeEach(() => server.use(signedIn, ...leadHandlers, withLeads(lead({ id: leadId }))))

const query = () => Object.fromEntries(new URLSearchParams(window.location.search))

describe('the imports', () => {
  test('are a view, which leads to their leads', async () => {
    server.use(
      getListLeadImportsMockHandler([
        imported({ sendsToCrm: false }),
        imported({
          id: leadId,
          fileName: 'old.csv',
          leftOut: 2,
          left: 0,
          skipped: 0,
          undoneAt: '2026-11-21T15:04:05.123Z',
          undoneBy: 'Nia Example',
        }),
      ]),
    )
    renderAdmin('/leads')
    await userEvent.click(await screen.findByRole('tab', { name: 'Imports' }))
    const [first, second] = within(await screen.findByRole('list', { name: 'Imports' })).getAllByRole('listitem')
    expect(first).toHaveTextContent(
      /fair\.csvRosa Example, .*2 leads, 1 row skippedAll still there, not sent to the CRM/,
    )
    expect(second).toHaveTextContent(/old\.csv.*2 leads, 2 rows not importable0 leads left, undone by Nia Example/)
    expect(within(second as HTMLElement).queryByRole('button')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show leads of fair.csv' }))
    expect(query()).toEqual({ importId: imported().id })
  })

  test('are undone after a confirmation, which lists the leads that stay', async () => {
    server.use(
      getListLeadImportsMockHandler([imported()]),
      getUndoLeadImportMockHandler({ removed: 1, changed: [leadId], merged: [], inCrm: [] }),
      withLead(leadDetail()),
    )
    renderAdmin('/leads?view=imports')
    await userEvent.click(await screen.findByRole('button', { name: 'Undo import of fair.csv' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete its leads' }))
    const stays = within(await screen.findByRole('region', { name: 'Leads that were kept' }))
    expect(stays.getByText('someone worked on it')).toBeVisible()
    await userEvent.click(await stays.findByRole('button', { name: 'Dana Example' }))
    expect(query()).toEqual({ view: 'imports', lead: leadId })
  })

  test('show when there are none, and when they could not be loaded', async () => {
    server.use(failing('/api/admin/lead-imports', 503))
    renderAdmin('/leads?view=imports')
    expect(await screen.findByText('The imports could not be loaded')).toBeVisible()
    server.use(getListLeadImportsMockHandler([]))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No imports yet')).toBeVisible()
  })
})
