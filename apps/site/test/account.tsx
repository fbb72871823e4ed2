import {
  type AccountKey,
  type CurrentMember,
  type FieldError,
  type Piece,
  type PieceEvent,
  type PieceSummary,
  type Usage,
  type Webhook,
} from '@app/api-client'
import { getGetCurrentMemberMockHandler } from '@app/api-client/mocks'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import type { SetupServer } from 'msw/node'
import { useEffect } from 'react'
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom'
import { beforeEach, expect } from 'vitest'
import { accountClient } from '../src/account/area/account-client.ts'
import { App } from '../src/App.tsx'

const createdAt = '2026-11-20T15:04:05.123Z'

export const member: CurrentMember = {
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ac2',
  name: 'Dana Example',
  email: 'dana@example.com',
  account: {
    id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ac1',
    name: 'Tulsa Roofing Example',
    billingName: 'Lee Example',
    billingEmail: 'billing@example.com',
    monthlyCap: 5000,
    suspended: false,
  },
  session: { idleMinutes: 30, endsAt: '2999-01-01T00:00:00.000Z' },
  timeZone: 'America/New_York',
}

export const key: AccountKey = {
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ac3',
  name: 'Production',
  mode: 'live',
  prefix: 'live_7Kx2',
  scopes: ['proofs', 'pieces'],
  state: 'active',
  createdAt,
  lastUsedAt: null,
  expiresAt: null,
  revokedAt: null,
  revokedBy: null,
}

export const summary: PieceSummary = {
  Id: 'piece_4Hs8pL2vXe9JwR5tYn7C',
  Mode: 'live',
  Status: 'ready',
  Size: '4.25x6',
  PostalClass: 'FirstClass',
  Description: 'October reminder',
  Metadata: { customer: '4711' },
  To: { Name: 'Dana Sample', City: 'Tulsa', State: 'OK', Zip: '74104' },
  Price: 0.68,
  SendOn: '2026-11-21',
  CancelableUntil: '2999-01-01T00:00:00.000Z',
  TrackingUrl: 'http://site.test/track?piece=track_8Wm3kT6zQb1RfU9sLd5X',
  CreatedAt: createdAt,
}

export const eventOf = (number: number, type: PieceEvent['Type'], zip: string | null = null): PieceEvent => ({
  Id: `01932c07-5b1c-7d52-8f3a-2b1f6f3f8b0${number}`,
  PieceId: summary.Id,
  Number: number,
  Type: type,
  Mode: 'live',
  Zip: zip,
  Metadata: {},
  OccurredAt: createdAt,
  CreatedAt: createdAt,
})

export const piece: Piece = {
  ...summary,
  Proof: {
    Id: 'proof_7Fq2mX9cLr4TzN1bVw8K',
    Sha256: null,
    PdfUrl: 'http://site.test/pdf',
    Pages: [
      { Page: 1, Side: 'front', Width: 6.25, Height: 4.5, PngUrl: 'http://site.test/png/1' },
      { Page: 2, Side: 'back', Width: 6.25, Height: 4.5, PngUrl: 'http://site.test/png/2' },
    ],
  },
  Checks: [],
  Rejection: null,
  Test: null,
  Events: [eventOf(1, 'piece.created'), eventOf(2, 'piece.ready')],
}

export const usage: Usage = {
  Mode: 'live',
  Month: '2026-11',
  Pieces: 1999,
  Cap: 5000,
  Total: 1359.32,
  Tier: { From: 0, Label: '0–1,999' },
  NextTier: { From: 2000, Pieces: 1, Saves: 59.97 },
  Lines: [{ Size: '4.25x6', PostalClass: 'FirstClass', Sheets: 1, Quantity: 1999, Unit: 0.68, Total: 1359.32 }],
  Uncounted: 0,
}

export const webhook: Webhook = {
  Id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ad2',
  Mode: 'live',
  Url: 'https://hooks.example.com/pieces',
  Types: null,
  Active: true,
  PausedUntil: null,
  FormerSecretUntil: null,
  CreatedAt: createdAt,
}

/** Simulates an API failure at a path. */
export const failing = (
  method: 'get' | 'post' | 'patch' | 'delete',
  path: string,
  status: number,
  problem: { code?: string; detail?: string; errors?: FieldError[] } = {},
) =>
  http[method](`*${path}`, () =>
    HttpResponse.json({ type: 'about:blank', title: 'x', code: 'x', status, ...problem }, { status }),
  )

/** Sends a response and records the request body. */
export const receives =
  <Answer,>(sent: unknown[], answer: Answer) =>
  async ({ request }: { request: Request }): Promise<Answer> => {
    sent.push(await request.json())
    return answer
  }

/** Methods and paths of the requests received, in order, with their query strings. */
export const requested: string[] = []
const visited: string[] = []

/** The URL that the browser would show. */
export const shownAddress = (): string => visited.at(-1) ?? ''

let navigate: ReturnType<typeof useNavigate>

/** Goes back like the browser's Back button. */
export const goBack = () => act(() => navigate(-1))

function Address() {
  const { pathname, search } = useLocation()
  const current = useNavigate()
  useEffect(() => {
    visited.push(pathname + search)
    navigate = current
  }, [pathname, search, current])
  return null
}

/** Opens a URL of the site. */
export const show = (path: string) =>
  render(
    <MemoryRouter initialEntries={[path]}>
      <App />
      <Address />
    </MemoryRouter>,
  )

export const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

export const dialogNamed = (name: string | RegExp) => screen.findByRole('dialog', { name })

export const leadsTo = (path: string) => waitFor(() => expect(shownAddress()).toBe(path))

/** Call at the top of a test file. A member is signed in unless a test changes that. */
export function startSignedIn(server: SetupServer): void {
  beforeEach(() => {
    // jsdom has the element, but not these methods.
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true
    }
    HTMLDialogElement.prototype.close = function close() {
      this.open = false
    }
    accountClient.clear()
    requested.length = 0
    server.events.removeAllListeners()
    server.events.on('request:start', ({ request }) => {
      const { pathname, search } = new URL(request.url)
      requested.push(`${request.method} ${pathname}${search}`)
    })
    server.use(getGetCurrentMemberMockHandler(member))
  })
}
