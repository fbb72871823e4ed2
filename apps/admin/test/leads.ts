import type { CrmStatus, LeadDetail, LeadOwner, LeadView, LeadPipeline, TimelineEntry } from '@app/api-client'
import {
  getGetCrmStatusMockHandler,
  getGetLeadRoutingSettingsMockHandler,
  getGetLeadStageCountsMockHandler,
  getListLeadOwnersMockHandler,
  getListLeadTimelineMockHandler,
  getListLeadViewsMockHandler,
  getListRelatedRecordsMockHandler,
  getListReplyTemplatesMockHandler,
} from '@app/api-client/mocks'
import { http, HttpResponse } from 'msw'
import { crmStatus } from './records.ts'

export const leadId = '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a11'
export const otherLeadId = '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a12'

/** The signed-in account, and a colleague. */
const rosa: LeadOwner = { id: 'staff-1', name: 'Rosa Example', isEnabled: true }
export const nia: LeadOwner = { id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a77', name: 'Nia Example', isEnabled: true }
const former: LeadOwner = { id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a78', name: 'Former Example', isEnabled: false }

export const work = (changes: Partial<LeadPipeline> = {}): LeadPipeline => ({
  id: leadId,
  version: 2,
  ownerId: null,
  stage: 'new',
  lostReason: null,
  lostNote: null,
  wonValue: null,
  nextStep: null,
  nextStepOn: null,
  ...changes,
})

export const leadDetail = (changes: Partial<LeadDetail> = {}): LeadDetail => ({
  id: leadId,
  firstName: 'Dana',
  lastName: 'Example',
  email: 'dana@example.com',
  phone: null,
  company: 'Example Roofing',
  message: 'About 3,000 a month.',
  industry: 'home-services',
  volume: '1000-5000',
  source: 'Mortgage Page',
  leadSource: 'Website',
  status: 'new',
  crmError: null,
  crmAttempts: 0,
  crmFailures: [],
  crmLeadId: null,
  crmSyncedAt: null,
  pipeline: work(),
  createdAt: '2025-11-19T21:14:00.000Z',
  ...changes,
})

export const timelineEntry = (changes: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a55',
  leadId,
  kind: 'arrived',
  at: '2025-11-19T21:14:00.000Z',
  text: 'Mortgage Page',
  ...changes,
})

export const savedView = (changes: Partial<LeadView> = {}): LeadView => ({
  id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a66',
  name: 'Hot leads',
  query: 'stage=contacted%2Cqualified',
  isShared: false,
  isOwn: true,
  version: 3,
  ...changes,
})

/** Returns the same lead for any id. The generated handler would also match `leads/owners`. */
export const withLead = (detail: LeadDetail | (() => LeadDetail | Promise<LeadDetail>)) =>
  http.get(/\/api\/admin\/leads\/[\da-f-]{36}$/, async ({ request }) => {
    const id = new URL(request.url).pathname.split('/').at(-1)
    const { pipeline: ofLead, ...rest } = typeof detail === 'function' ? await detail() : detail
    return HttpResponse.json({ ...rest, id, pipeline: { ...ofLead, id } })
  })

export const withCrm = (state: CrmStatus['state']) => getGetCrmStatusMockHandler(crmStatus({ state }))

/** Calls that the leads screen and the panel make in addition to leads. */
export const leadHandlers = [
  withCrm('working'),
  getListLeadOwnersMockHandler([rosa, nia, former]),
  getListLeadViewsMockHandler([]),
  getGetLeadStageCountsMockHandler([
    { stage: 'new', leads: 31 },
    { stage: 'contacted', leads: 4 },
    { stage: 'qualified', leads: 0 },
    { stage: 'won', leads: 2 },
    { stage: 'lost', leads: 1 },
  ]),
  getListLeadTimelineMockHandler([timelineEntry()]),
  getListRelatedRecordsMockHandler({ leads: [], sampleRequests: [] }),
  getGetLeadRoutingSettingsMockHandler({
    confirmsVisitors: false,
    mailsRequesters: true,
    assigneeIds: [],
    canMail: true,
    version: 1,
  }),
  getListReplyTemplatesMockHandler([]),
]
