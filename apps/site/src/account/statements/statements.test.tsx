import { getListStatementsMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { failing, leadsTo, show, startSignedIn } from '../../../test/account.tsx'

const server = useTestServer()
startSignedIn(server)
afterEach(() => void vi.restoreAllMocks())

/** Addresses of the files that were saved. */
const watchDownloads = () => {
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(new URL(this.href).pathname)
  })
  return saved
}

const statements = [
  { month: '2026-11', pieces: 1999, total: 1359.32, isFinal: false },
  { month: '2026-10', pieces: 2, total: 1.36, isFinal: true },
]

test('each month has its total, whether it is final, and its files', async () => {
  const saved = watchDownloads()
  server.use(getListStatementsMockHandler(statements))
  show('/account/statements')
  const november = await screen.findByRole('row', { name: /November 2026/ })
  expect(november).toHaveTextContent('$1,359.32')
  expect(november).toHaveTextContent('Not final yet')
  const october = screen.getByRole('row', { name: /October 2026/ })
  expect(within(october).getByText('Final')).toBeVisible()
  await userEvent.click(within(october).getByRole('button', { name: 'CSV for October 2026' }))
  await userEvent.click(within(november).getByRole('button', { name: 'PDF for November 2026' }))
  await vi.waitFor(
    () => expect(saved).toEqual(['/api/account/statements/2026-10/csv', '/api/account/statements/2026-11/pdf']),
    10_000,
  )
})

test('no file is saved for a session that has ended, or without a response', async () => {
  const saved = watchDownloads()
  server.use(getListStatementsMockHandler(statements))
  show('/account/statements')
  const button = await screen.findByRole('button', { name: 'CSV for October 2026' })
  server.use(failing('get', '/api/account/member', 503))
  await userEvent.click(button)
  expect(await screen.findByText(/Something went wrong on our side/)).toBeVisible()
  server.use(failing('get', '/api/account/member', 401))
  await userEvent.click(screen.getByRole('button', { name: 'CSV for November 2026' }))
  await leadsTo('/account/sign-in?return_to=%2Faccount%2Fstatements')
  expect(saved).toEqual([])
})

test('in test mode says that test pieces are on none', async () => {
  server.use(getListStatementsMockHandler([]))
  show('/account/statements?Mode=test')
  expect(await screen.findByText('No statements yet')).toBeVisible()
  expect(screen.getByText(/Test pieces are not charged/)).toBeVisible()
})
