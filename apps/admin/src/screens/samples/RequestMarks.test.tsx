import { getListSampleRequestsMockHandler } from '@app/api-client/mocks'
import type { SampleRequest } from '@app/api-client'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { refusing, renderAdmin, signedIn, signedInAsViewer, stalling, useAdmin, toast } from '../../../test/admin.tsx'
import { sampleRequest } from '../../../test/records.ts'
import { rememberRequests } from '../../../test/remember-requests.ts'
import { requestRow } from '../../../test/request-row.ts'

const { server } = useAdmin()

const path = '/api/admin/print-samples'
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const row = (name: string) => within(screen.getByRole('row', requestRow(name)))
const button = (name: string, text: string) => row(name).getByRole('button', { name: text })

async function open(...requests: SampleRequest[]) {
  server.use(signedIn, getListSampleRequestsMockHandler(requests))
  renderAdmin('/samples?tab=requests')
  await screen.findByRole('region', { name: 'Sample requests' })
}

const remembering = (...requests: SampleRequest[]) => rememberRequests(server, ...requests)

const other = sampleRequest({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a45',
  firstName: 'Nia',
  email: 'nia@example.com',
  addressLine1: '9 Example Road',
})

describe('a marked request', () => {
  test.each([
    ['', ['Nia Example', 'Marcus Example']],
    ['&processed=false', ['Nia Example']],
  ])('a processed one stays where it is until the list%s is reloaded', async (filter, reloaded) => {
    server.use(signedIn)
    remembering(sampleRequest(), other).answer()
    renderAdmin(`/samples?tab=requests${filter}`)
    await screen.findByRole('region', { name: 'Sample requests' })
    await userEvent.click(button('Marcus Example', 'Pending'))
    const names = () => screen.getAllByRole('rowheader').map((name) => name.textContent)
    expect(await row('Marcus Example').findByRole('button', { name: 'Undo' })).toBeVisible()
    expect(names()).toEqual(['Marcus Example', 'Nia Example'])
    await press('Refresh')
    await waitFor(() => expect(names()).toEqual(reloaded))
    const list = within(screen.getByRole('region', { name: 'Sample requests' }))
    expect(list.queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  test('can be undone in its row, however long the counts take', async () => {
    await open(sampleRequest(), other)
    remembering(sampleRequest(), other).answer()
    server.use(stalling(`${path}/counts`))
    await userEvent.click(button('Marcus Example', 'Pending'))
    await userEvent.click(await row('Marcus Example').findByRole('button', { name: 'Undo' }))
    expect(await row('Marcus Example').findByRole('button', { name: 'Pending' })).toBeVisible()
    expect(row('Marcus Example').queryByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  })

  test('that was deleted by someone else shows a notice and disappears', async () => {
    await open(sampleRequest(), other)
    remembering(other).answer()
    await userEvent.click(button('Marcus Example', 'Pending'))
    await waitFor(() =>
      expect(toast()).toHaveTextContent('The sample request no longer existsSomeone else deleted this sample request.'),
    )
    await waitFor(() => expect(screen.queryByText('Marcus Example')).not.toBeInTheDocument())
  })
})

describe('processing', () => {
  test('changes at once, is disabled while saving, and can be undone', async () => {
    await open(sampleRequest(), other)
    const { answer } = remembering(sampleRequest(), other)
    await userEvent.click(button('Marcus Example', 'Pending'))
    expect(button('Marcus Example', 'Processed')).toBeDisabled()
    expect(button('Nia Example', 'Pending')).toBeEnabled()

    answer()
    await waitFor(() => expect(toast()).toHaveTextContent('SuccessSample request updated successfully'))
    await waitFor(() => expect(button('Marcus Example', 'Processed')).toBeEnabled())
    await waitFor(() => expect(button('Marcus Example', 'Processed')).toHaveFocus())
    await userEvent.click(within(toast()).getByRole('button', { name: 'Undo' }))
    expect(await row('Marcus Example').findByRole('button', { name: 'Pending' })).toBeVisible()
  })

  test('"Failed to update sample request" reverts it', async () => {
    await open(sampleRequest())
    server.use(refusing('put', `${path}/:id`, 500))
    await userEvent.click(button('Marcus Example', 'Pending'))
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to update sample request'))
    expect(button('Marcus Example', 'Pending')).toBeEnabled()
  })

  test('in bulk, is one request with a count, and a failure leaves all of them unchanged', async () => {
    await open(sampleRequest(), other)
    const { writes } = remembering(sampleRequest(), other)
    server.use(refusing('patch', path, 503))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    await press('Mark processed')
    await waitFor(() => expect(toast()).toHaveTextContent('ErrorFailed to update sample requestNothing was changed.'))
    expect(button('Nia Example', 'Pending')).toBeVisible()

    const { writes: again } = remembering(sampleRequest(), other)
    await press('Mark processed')
    await waitFor(() => expect(toast()).toHaveTextContent('Success2 requests marked as processed'))
    expect([...writes, ...again]).toEqual([[sampleRequest().id, other.id]])
  })

  test('in bulk can be undone at once, however long the counts take, and later with "Mark pending"', async () => {
    await open(sampleRequest(), other)
    const { writes } = remembering(sampleRequest(), other)
    server.use(stalling(`${path}/counts`))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    await press('Mark processed')
    expect(await row('Nia Example').findByRole('button', { name: 'Processed' })).toBeVisible()
    await userEvent.click(await within(toast()).findByRole('button', { name: 'Undo' }))
    for (const name of ['Marcus Example', 'Nia Example'])
      expect(await row(name).findByRole('button', { name: 'Pending' })).toBeVisible()
    await press('Mark processed')
    await row('Nia Example').findByRole('button', { name: 'Processed' })
    expect(screen.getByText('2 selected')).toBeVisible()
    await press('More')
    await screen.findByRole('menu')
    await userEvent.keyboard('{ArrowDown}{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument())
    expect(screen.getByText('2 selected')).toBeVisible()
    await press('More')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Mark pending' }))
    expect(await row('Nia Example').findByRole('button', { name: 'Pending' })).toBeVisible()
    expect(writes).toHaveLength(4)
  })

  test('in bulk shows how many were deleted in the meantime, and they disappear', async () => {
    await open(sampleRequest(), other)
    remembering(other)
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all shown' }))
    await press('Mark processed')
    await waitFor(() => expect(toast()).toHaveTextContent('1 request marked as processedOne of them no longer exists.'))
    await waitFor(() => expect(screen.queryByText('Marcus Example')).not.toBeInTheDocument())
  })

  test('Shift selects everything back to the last selected one', async () => {
    const third = sampleRequest({ id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a46', firstName: 'Omar' })
    await open(sampleRequest(), other, third)
    const user = userEvent.setup()
    await user.click(row('Marcus Example').getByRole('checkbox'))
    await user.keyboard('{Shift>}')
    await user.click(row('Omar Example').getByRole('checkbox'))
    await user.keyboard('{/Shift}')
    expect(screen.getByText('3 selected')).toBeVisible()
  })

  test('viewers see the state without a button', async () => {
    server.use(signedInAsViewer, getListSampleRequestsMockHandler([sampleRequest({ pipedriveStatus: 'failed' })]))
    renderAdmin('/samples?tab=requests')
    await screen.findByText('Marcus Example')
    expect(screen.queryByRole('button', { name: /Pending|Retry|Mark/ })).not.toBeInTheDocument()
  })
})
