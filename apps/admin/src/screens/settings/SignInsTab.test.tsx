import { getListOwnSignInsMockHandler, getListSignInsMockHandler, getListStaffMockHandler } from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { failing, renderAdmin, signedIn, signedInAsViewer, useAdmin } from '../../../test/admin.tsx'
import { account, signIn } from '../../../test/records.ts'

const { server, requested } = useAdmin()

const attempts = async () =>
  within(await screen.findByRole('list', { name: 'Sign-ins' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)
const refused = signIn({ id: 'b', outcome: 'refused', method: 'sso', staffId: undefined, staffName: undefined })
const limited = signIn({ id: 'c', outcome: 'limited', attempts: 1_204 })

describe('all sign-ins', () => {
  test('shows person, outcome, method, network and time', async () => {
    server.use(signedIn, getListStaffMockHandler([account()]), getListSignInsMockHandler([signIn(), refused, limited]))
    renderAdmin('/settings?tab=sign-ins')
    const rest = 'from 203.0.113.0/24Nov 20, 2025, 10:04 AM'
    expect(await attempts()).toEqual([
      `Signed inNia ExamplePassword · ${rest}`,
      `FailedNo such accountSingle sign-on · ${rest}`,
      `Too many attempts1,204 times in a minuteNia ExamplePassword · ${rest}`,
    ])
  })

  test('keeps the filters in the URL, and shows when nothing matches', async () => {
    server.use(signedIn, getListStaffMockHandler([account()]), getListSignInsMockHandler([signIn()]))
    renderAdmin('/settings?tab=sign-ins')
    await attempts()
    const searches: string[] = []
    server.use(
      http.get('*/api/admin/sign-ins', ({ request }) => {
        searches.push(new URL(request.url).search)
        return HttpResponse.json([])
      }),
    )
    await userEvent.selectOptions(screen.getByLabelText('Person'), 'Nia Example')
    await userEvent.selectOptions(screen.getByLabelText('Outcome'), 'Failed')
    expect(await screen.findByText('No sign-ins match')).toBeVisible()
    expect(window.location.search).toBe(`?tab=sign-ins&person=${account().id}&outcome=refused`)
    await waitFor(() => expect(searches.at(-1)).toBe(`?limit=50&staffId=${account().id}&outcome=refused`))
  })

  test('goes from page to page', async () => {
    const page = (query: string) => `/api/admin/sign-ins?limit=50${query}`
    server.use(
      signedIn,
      getListStaffMockHandler([]),
      http.get('*/api/admin/sign-ins', ({ request }) =>
        new URL(request.url).searchParams.has('cursor')
          ? HttpResponse.json([refused], { headers: { 'X-Total-Count': '2' } })
          : HttpResponse.json([signIn()], {
              headers: { 'X-Total-Count': '2', Link: `<${page('&cursor=abc')}>; rel="next"` },
            }),
      ),
    )
    renderAdmin('/settings?tab=sign-ins')
    await attempts()
    await userEvent.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(async () => expect((await attempts())[0]).toMatch(/^Failed/))
    expect(screen.getByText(/page 2/)).toBeVisible()
  })

  test('a failure can be retried', async () => {
    server.use(signedIn, getListStaffMockHandler([]), failing('/api/admin/sign-ins', 500, 'req-8'))
    renderAdmin('/settings?tab=sign-ins')
    expect(await screen.findByText('req-8')).toBeVisible()
    server.use(getListSignInsMockHandler([]))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No sign-ins yet')).toBeVisible()
  })
})

describe('your own account', () => {
  test('is linked from your name, with your role and sign-ins', async () => {
    const searches: string[] = []
    const ownSignIns = getListOwnSignInsMockHandler(({ request }) => {
      searches.push(new URL(request.url).search)
      return [signIn()]
    })
    server.use(signedInAsViewer, ownSignIns)
    renderAdmin('/account')
    expect(await attempts()).toEqual(['Signed inPassword · from 203.0.113.0/24Nov 20, 2025, 10:04 AM'])
    expect(searches).toEqual(['?limit=5'])
    expect(screen.getByText(/^Viewer:/)).toBeVisible()
    expect(screen.getByRole('link', { name: /Rosa Example$/ })).toHaveAttribute('href', '/admin/account')
    expect(requested.toSorted()).toEqual([
      '/api/admin/inbox/unread',
      '/api/admin/print-samples/counts',
      '/api/auth/sessions',
      '/api/auth/sign-ins',
      '/api/auth/tokens',
      '/api/auth/user',
    ])
  })

  test('a failure can be retried', async () => {
    server.use(signedIn, failing('/api/auth/sign-ins', 500, 'req-2'))
    renderAdmin('/account')
    expect(await screen.findByText('req-2')).toBeVisible()
    server.use(getListOwnSignInsMockHandler([]))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('No sign-ins yet')).toBeVisible()
  })
})
