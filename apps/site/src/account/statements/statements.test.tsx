import { getListStatementsMockHandler } from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { click, failing, leadsTo, show, startSignedIn } from '../../../test/account.tsx'

const server = useTestServer()
startSignedIn(server)
afterEach(() => void vi.restoreAllMocks())

/** Paths of the downloaded files. */
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

test('each month has its total and its files, which are downloaded only while the session is active', async () => {
  const saved = watchDownloads()
  server.use(getListStatementsMockHandler(statements))
  show('/account/statements?Mode=test')
  const november = await screen.findByRole('row', { name: /November 2026/ })
  expect(november).toHaveTextContent('$1,359.32')
  expect(november).toHaveTextContent('Not final yet')
  const october = screen.getByRole('row', { name: /October 2026/ })
  expect(within(october).getByText('Final')).toBeVisible()
  expect(screen.getByText(/Test pieces are not charged/)).toBeVisible()
  await userEvent.click(within(october).getByRole('button', { name: 'CSV for October 2026' }))
  await userEvent.click(within(november).getByRole('button', { name: 'PDF for November 2026' }))
  const files = ['/api/account/statements/2026-10/csv', '/api/account/statements/2026-11/pdf']
  await vi.waitFor(() => expect(saved).toEqual(files), 10_000)

  server.use(failing('get', '/api/account/member', 503))
  await click('PDF for October 2026')
  expect(await screen.findByText(/Something went wrong on our side/)).toBeVisible()
  server.use(failing('get', '/api/account/member', 401))
  await click('CSV for November 2026')
  await leadsTo('/account/sign-in?return_to=%2Faccount%2Fstatements%3FMode%3Dtest')
  expect(saved).toEqual(files)
})
