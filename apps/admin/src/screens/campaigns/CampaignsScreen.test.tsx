import type { Attribution, CampaignLink, LeadReport } from '@app/api-client'
import {
  getCreateCampaignLinkMockHandler,
  getGetCampaignLinkMockHandler,
  getGetLeadAttributionMockHandler,
  getGetLeadReportMockHandler,
  getListCampaignLinksMockHandler,
  getListCampaignScansMockHandler,
} from '@app/api-client/mocks'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  failing,
  lead,
  refusing,
  renderAdmin,
  signedInAsEditor,
  signedInAsViewer,
  useAdmin,
} from '../../../test/admin.tsx'
import { nia } from '../../../test/leads.ts'
import { campaignLink } from '../../../test/records.ts'
import { browser } from '../../urls/browser.ts'
import { qrFiles } from './qr-file.ts'

const { server } = useAdmin()
afterEach(() => vi.restoreAllMocks())

const reportPath = '/api/admin/attribution'
const linksPath = '/api/admin/campaign-links'

const campaigns: Attribution = {
  total: { leads: 1_012, won: 3, valued: 1, value: 4200.5 },
  rows: [
    {
      attribution: 'last.campaign=spring mailing',
      name: 'spring mailing',
      leads: 1_000,
      won: 3,
      valued: 1,
      value: 4200.5,
    },
    { attribution: 'last.campaign=', name: '', leads: 10, won: 0, valued: 0, value: 0 },
    { attribution: 'unknown', leads: 2, won: 0, valued: 0, value: 0 },
  ],
}

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
    { owner: nia.id, name: 'Nia Example', leads: 900, won: 2, lost: 250, valued: 1, value: 4200 },
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

describe('lead attribution', () => {
  test('each figure links to its leads in the same period', async () => {
    server.use(signedInAsViewer, getGetLeadAttributionMockHandler(campaigns))
    renderAdmin('/campaigns?by=campaign&from=2026-11-01&to=2026-11-30')
    const table = await screen.findByRole('table', { name: 'Lead attribution' })
    expect(rowsOf(table)).toEqual([
      ['Campaign', 'Leads', 'Won', 'Value'],
      ['spring mailing', '1,000', '3', '$4,200.50 from 1 of 3'],
      ['None', '10', '0', '–'],
      ['Direct or unknown', '2', '0', '–'],
      ['All', '1,012', '3', '$4,200.50 from 1 of 3'],
    ])
    const days = { from: '2026-11-01', to: '2026-11-30' }
    const attribution = 'last.campaign=spring mailing'
    expect(queriesOf(table)).toEqual(
      [
        { attribution, ...days },
        { won: 'true', attribution, ...days },
        { won: 'true', attribution, ...days },
        { attribution: 'last.campaign=', ...days },
        { attribution: 'unknown', ...days },
        days,
        { won: 'true', ...days },
        { won: 'true', ...days },
      ].map((query) => ['/admin/leads', query]),
    )
    const file = new URL(
      screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href') ?? '',
      'http://localhost',
    )
    expect(Object.fromEntries(file.searchParams)).toEqual({ by: 'campaign', touch: 'last', ...days })
  })

  test('shows a loading state and a failure, and keeps its dimension, visit, and dates in the URL', async () => {
    const requested: string[] = []
    const first = Promise.withResolvers<void>()
    server.use(
      signedInAsViewer,
      http.get(`*${reportPath}`, async ({ request }) => {
        requested.push(new URL(request.url).search)
        await first.promise
        if (requested.length === 1) return HttpResponse.json({ status: 500 }, { status: 500 })
        return HttpResponse.json({ total: { leads: 0, won: 0, valued: 0, value: 0 }, rows: [] })
      }),
    )
    renderAdmin('/campaigns')
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
    first.resolve()
    expect(await screen.findByText('The report could not be loaded')).toBeVisible()
    await userEvent.click(screen.getByText('Retry'))
    expect(await screen.findByText('No leads in this period')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('By'), 'Printed piece')
    await userEvent.selectOptions(screen.getByLabelText('Visit'), 'First visit')
    await waitFor(() =>
      expect(requested.slice(1)).toEqual(['?by=source&touch=last', '?by=piece&touch=last', '?by=piece&touch=first']),
    )
    expect(window.location.search).toBe('?by=piece&touch=first')
  })
})

test('the pipeline shows a failure, figures that link to their leads in the same period, and an empty state', async () => {
  server.use(signedInAsViewer, failing('/api/admin/report', 500))
  renderAdmin('/campaigns?tab=pipeline&from=2026-11-01&to=2026-11-30')
  const error = within(await screen.findByRole('alert'))
  expect(error.getByText('The report could not be loaded')).toBeVisible()
  server.use(getGetLeadReportMockHandler(report))
  await userEvent.click(error.getByText('Retry'))
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
  const owner = nia.id
  expect(queriesOf(owners)).toEqual([
    list({ owner }),
    list({ owner, won: 'true' }),
    list({ owner, won: 'true' }),
    list({ owner, stage: 'lost' }),
    list({ owner: 'none' }),
  ])

  server.use(getGetLeadReportMockHandler({ leads: 0, stages: [], lostReasons: [], owners: [], firstReplies: [] }))
  await userEvent.selectOptions(screen.getByLabelText('Dates'), 'Today')
  expect(await screen.findByText('No leads in this period')).toBeVisible()
})

async function openLinks(links: CampaignLink[] = [campaignLink()], session = signedInAsEditor, query = '') {
  server.use(session, getListCampaignLinksMockHandler(links))
  renderAdmin(`/campaigns?tab=links${query}`)
  await screen.findByRole('list', { name: 'Campaign links' })
}

describe('campaign links', () => {
  test('shows each link’s target and number of scans, without actions for viewers', async () => {
    const old = campaignLink({ id: 'b', label: 'Old', isEnded: true, people: 1, bots: 0 })
    await openLinks([campaignLink(), old], signedInAsViewer, '&edit=new')
    const [row, oldRow] = screen.getAllByRole('listitem', { name: /^(Spring postcard, front|Old)$/ })
    expect(row).toHaveTextContent('Spring mailing, Postcard 6x9/postcards')
    expect(row).toHaveTextContent('1,200 scansand 3 by bots')
    expect(oldRow).toHaveTextContent('Old EndedSpring')
    expect(oldRow).toHaveTextContent('1 scanQR code')
    expect(screen.queryByText(/^Edit|^New/)).not.toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('validates a new link, and creates it once', async () => {
    const sent: unknown[] = []
    await openLinks()
    server.use(
      getCreateCampaignLinkMockHandler(async ({ request }) => {
        sent.push(await request.clone().json())
        return campaignLink()
      }),
    )
    await userEvent.click(screen.getByText('New campaign link'))
    const dialog = within(await screen.findByRole('dialog', { name: 'New campaign link' }))
    const field = (name: string) => dialog.getByLabelText(new RegExp(`^${name}`))
    const fill = (name: string, value: string) => fireEvent.change(field(name), { target: { value } })
    fill('Name', 'Fall card')
    fill('Destination', 'http://example.com')
    await userEvent.click(dialog.getByText('Save'))
    expect(dialog.getByText('Campaign is required')).toBeVisible()
    expect(field('Destination')).toHaveAttribute('aria-invalid', 'true')
    fill('Campaign', 'Fall')
    fill('Destination', 'https://partner.example/x')
    await userEvent.dblClick(dialog.getByText('Save'))
    expect(await screen.findByText('Campaign link created')).toBeVisible()
    expect(sent).toEqual([
      { label: 'Fall card', campaign: 'Fall', piece: null, target: 'https://partner.example/x', isEnded: false },
    ])
  })

  test('opens a link on another page, shows an API error, and merges with a colleague’s earlier change', async () => {
    const pushed = campaignLink({ id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a98', label: 'Fall card' })
    const theirs = { ...pushed, version: 2, target: '/letters' }
    const sent: unknown[] = []
    server.use(getGetCampaignLinkMockHandler(pushed), refusing('put', `${linksPath}/:id`, 400))
    await openLinks([campaignLink()], signedInAsEditor, `&edit=${pushed.id}`)
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit campaign link' }))
    await userEvent.type(dialog.getByLabelText(/^Name/), '!')
    await userEvent.click(dialog.getByText('Save'))
    expect(await screen.findByText('The campaign link could not be saved')).toBeVisible()
    expect(dialog.getByLabelText(/^Name/)).toHaveValue('Fall card!')

    server.use(
      getGetCampaignLinkMockHandler(theirs),
      http.put(`*${linksPath}/:id`, async ({ request }) => {
        sent.push([request.headers.get('if-match'), await request.json()])
        return sent.length === 1
          ? HttpResponse.json({ title: 'Stale', status: 412, code: 'stale' }, { status: 412 })
          : HttpResponse.json({ ...theirs, version: 3 })
      }),
    )
    await userEvent.click(dialog.getByRole('switch', { name: 'Ended' }))
    await userEvent.click(dialog.getByText('Save'))
    expect(await screen.findByText('Campaign link saved')).toBeVisible()
    expect(sent).toMatchObject([
      ['"1"', { label: 'Fall card!', target: '/postcards', isEnded: true }],
      ['"2"', { label: 'Fall card!', target: '/letters', isEnded: true }],
    ])
  })

  test('shows a QR code that can be scanned, saved, and copied, and lists its scans by day', async () => {
    await openLinks()
    server.use(
      getListCampaignScansMockHandler([{ day: '2026-11-20', people: 1_041, bots: 2 }]),
      http.get('*/api/admin/leads', () => HttpResponse.json([lead()], { headers: { 'X-Total-Count': '1204' } })),
    )
    await userEvent.click(screen.getByRole('button', { name: 'QR code and scans of Spring postcard, front' }))
    const dialog = await screen.findByRole('dialog', { name: 'Spring postcard, front' })
    const code = within(dialog).getByRole('img', { name: 'QR code of https://www.example.com/q/Ab3dEf7' })
    expect(code.querySelector('path')?.getAttribute('d')?.length).toBeGreaterThan(500)
    expect(await within(dialog).findByRole('row', { name: 'Nov 20, 2026 1,041 2' })).toBeVisible()
    const file = await (await qrFiles.SVG('https://www.example.com/q/Ab3dEf7')).text()
    expect(file).toContain('width="1in"')
    expect(file).toContain(code.querySelector('path')?.getAttribute('d'))
    const saved = vi.spyOn(browser, 'saveFile').mockReturnValue()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Download PDF' }))
    await waitFor(() => expect(saved).toHaveBeenCalledWith(expect.any(Blob), 'qr-Ab3dEf7.pdf'))
    const [pdf] = saved.mock.calls[0] ?? []
    expect(await pdf?.text()).toMatch(/^%PDF-/)
    const leads = await within(dialog).findByRole('link', { name: '1,204 leads from this code' })
    expect(leads).toHaveAttribute('href', '/admin/leads?attribution=last.piece%3DAb3dEf7')
  })
})
