import { request } from '@app/api-client'
import {
  getGetCurrentUserMockHandler,
  getGetDailyCountsMockHandler,
  getGetLeadRoutingSettingsMockHandler,
  getGetUnreadCountMockHandler,
  getGetLeadSourceCountsMockHandler,
  getGetLeadStatsMockHandler,
  getGetLeadStatusCountsMockHandler,
  getGetLeadTrendsMockHandler,
  getGetSampleRequestCountsMockHandler,
  getListAccountsMockHandler,
  getListCampaignLinksMockHandler,
  getListLeadTimelineMockHandler,
  getListLeadsMockHandler,
  getListOwnSessionsMockHandler,
  getListOwnTokensMockHandler,
  getListPricingProductsMockHandler,
  getListPrintRunsMockHandler,
  getListRelatedRecordsMockHandler,
  getListSampleRequestsMockHandler,
  getListSpamLeadsMockHandler,
  getListSpamSampleRequestsMockHandler,
} from '@app/api-client/mocks'
import type {
  DailyCounts,
  Lead,
  LeadStats,
  LeadStatusCount,
  LeadTrends,
  LiveEvent,
  Problem,
  StaffUser,
} from '@app/api-client'
import { createQueryClient } from '@app/ui/query-client'
import { renderScreen, useTestServer } from '@app/ui/testing'
import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { BrowserRouter } from 'react-router-dom'
import { afterEach, beforeEach, vi } from 'vitest'
import { App } from '../src/App.tsx'
import { basePath } from '../src/urls/routes.ts'
import { browser } from '../src/urls/browser.ts'
import { forgetDeparture, noteSession, signInAgain } from '../src/session/sign-in-again.ts'

export const staff: StaffUser = { id: 'staff-1', email: 'rosa@example.com', name: 'Rosa Example', role: 'owner' }

const stats: LeadStats = { totalLeads: 1284, thisMonth: 96, conversionRate: 37.5, pipelineValue: 123456 }

export const lead = (changes: Partial<Lead> = {}): Lead => ({
  id: 'lead-1',
  firstName: 'Dana',
  lastName: 'Example',
  email: 'dana@example.com',
  company: 'Example Roofing',
  industry: 'home-services',
  volume: '5000-25000',
  createdAt: '2025-11-19T21:14:00.000Z',
  status: 'synced',
  ...changes,
})

export const signedIn = getGetCurrentUserMockHandler(staff)
export const signedInAsViewer = getGetCurrentUserMockHandler({ ...staff, role: 'viewer' })
export const signedInAsEditor = getGetCurrentUserMockHandler({ ...staff, role: 'editor' })
export const withStats = getGetLeadStatsMockHandler(stats)
const statusCounts: LeadStatusCount[] = [
  { status: 'synced', leads: 1_270 },
  { status: 'new', leads: 12 },
  { status: 'sync_failed', leads: 2 },
]
const withStatusCounts = getGetLeadStatusCountsMockHandler(statusCounts)
const trends: LeadTrends = {
  thisMonth: { leads: 96, conversionRate: 35.4, pipelineValue: 90_000 },
  lastMonth: { leads: 80, conversionRate: 37.5, pipelineValue: 90_000 },
}
const withTrends = getGetLeadTrendsMockHandler(trends)
export const daily: DailyCounts = {
  from: '2026-10-23',
  to: '2026-11-21',
  leads: [
    { source: 'Main Website', counts: Array.from({ length: 30 }, (_, index) => index % 3) },
    { source: 'Mortgage Page', counts: Array.from({ length: 30 }, (_, index) => (index === 29 ? 5 : 0)) },
  ],
  sampleRequests: [],
}
const withSources = getGetLeadSourceCountsMockHandler([
  { source: 'Main Website', leads: 1_200 },
  { source: 'Spring Campaign', leads: 84 },
])
const noRecords = [
  getListAccountsMockHandler([]),
  getListCampaignLinksMockHandler([]),
  getListPricingProductsMockHandler([]),
  getListPrintRunsMockHandler([]),
  getListSampleRequestsMockHandler([]),
]
const withDaily = getGetDailyCountsMockHandler(daily)
const withUnread = getGetUnreadCountMockHandler({ unread: 3 })
const withRequestCounts = getGetSampleRequestCountsMockHandler({
  all: 128,
  pending: 7,
  late: 1,
  toPrint: 5,
  printed: 2,
  processed: 121,
  syncFailed: 2,
})
const noSessions = getListOwnSessionsMockHandler([])
const noTokens = getListOwnTokensMockHandler([])
/** Calls that the samples screen makes in addition to its list. */
export const withLeadRouting = getGetLeadRoutingSettingsMockHandler({
  confirmsVisitors: false,
  mailsRequesters: false,
  assigneeIds: [],
  canMail: true,
  version: 1,
})
const noSpam = [getListSpamLeadsMockHandler([]), getListSpamSampleRequestsMockHandler([])]
export const withLeads = (...leads: Lead[]) => getListLeadsMockHandler(leads)

/** Responds to a GET with a problem document. */
export const failing = (path: string, status: number, requestId = 'req-1') =>
  http.get(`*${path}`, () => problem(status, { requestId }))

/** Responds to a write with a problem document. */
export const refusing = (
  method: 'post' | 'put' | 'patch' | 'delete',
  path: string,
  status: number,
  errors?: Problem['errors'],
  detail?: string,
) => http[method](`*${path}`, () => problem(status, { ...(errors && { errors }), ...(detail && { detail }) }))

const problem = (status: number, more: Partial<Problem>) =>
  HttpResponse.json(
    { type: 'about:blank', title: 'Failed', status, code: 'internal', requestId: 'req-1', ...more } satisfies Problem,
    { status },
  )

/** Never responds. */
export const stalling = (path: string) => http.get(`*${path}`, () => new Promise<never>(() => {}))

export const unreachable = (path: string) => http.get(`*${path}`, () => HttpResponse.error())

/** The app's open event streams. */
export const streams: FakeEventSource[] = []

/** jsdom has no EventSource. This fake delivers the events that the test emits. */
class FakeEventSource extends EventTarget {
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    streams.push(this)
  }

  close(): void {
    streams.splice(streams.indexOf(this), 1)
  }

  /** Delivers an event like the server. */
  emit(event: Partial<LiveEvent>): void {
    const data = JSON.stringify({ count: 0, ids: [], at: '2026-11-20T15:04:05.123Z', ...event })
    this.dispatchEvent(new MessageEvent('message', { data }))
  }

  /** Breaks the connection. */
  fail(): void {
    this.dispatchEvent(new Event('error'))
  }
}

/** The test server, with the paths requested, URLs visited, and URLs downloaded by the app. */
export function useAdmin() {
  const server = useTestServer()
  const requested: string[] = []
  const left: string[] = []
  const saved: string[] = []
  const note = ({ request }: { request: Request }) => void requested.push(new URL(request.url).pathname)

  beforeEach(() => {
    requested.length = 0
    left.length = 0
    saved.length = 0
    streams.splice(0)
    // Tests in a file share one browser, so a draft from one test would appear in the next.
    window.sessionStorage.clear()
    // Calls that screens make in addition to their lists. A test about one of them overrides it.
    server.use(
      ...noRecords,
      withTrends,
      withDaily,
      withSources,
      withStatusCounts,
      withRequestCounts,
      withUnread,
      ...noSpam,
      noSessions,
      getListLeadTimelineMockHandler([]),
      getListRelatedRecordsMockHandler({ leads: [], sampleRequests: [] }),
      noTokens,
      withLeadRouting,
    )
    vi.stubGlobal('EventSource', FakeEventSource)
    noteSession(staff.id)
    forgetDeparture()
    server.events.on('request:start', note)
    vi.spyOn(browser, 'leaveFor').mockImplementation((url) => void left.push(url))
    vi.spyOn(browser, 'save').mockImplementation((url) => void saved.push(url))
  })
  afterEach(() => {
    server.events.removeAllListeners()
    vi.restoreAllMocks()
  })
  return { server, requested, left, saved }
}

export const toast = () => screen.getByRole('region', { name: 'Notification' })

/** Renders the whole app at one of its URLs. */
export function renderAdmin(path = '') {
  window.history.replaceState(null, '', basePath + path)
  const queryClient = createQueryClient({ request, onUnauthorized: signInAgain })
  const rendered = renderScreen(
    <BrowserRouter basename={basePath}>
      <App />
    </BrowserRouter>,
    queryClient,
  )
  return { ...rendered, queryClient }
}
