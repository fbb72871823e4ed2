import type { Attribution, CampaignLink } from '@app/api-client'
import {
  getCreateCampaignLinkMockHandler,
  getGetLeadAttributionMockHandler,
  getGetCampaignLinkMockHandler,
  getListCampaignLinksMockHandler,
  getListCampaignScansMockHandler,
} from '@app/api-client/mocks'
import { screen, waitFor, within } from '@testing-library/react'
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
  stalling,
  useAdmin,
} from '../../../test/admin.tsx'
import { campaignLink } from '../../../test/records.ts'
import { browser } from '../../urls/browser.ts'
import { attributionText, touchText } from '../../leads/touch-text.ts'
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

describe('lead attribution', () => {
  test('each figure links to its leads in the same period', async () => {
    server.use(signedInAsViewer, getGetLeadAttributionMockHandler(campaigns))
    renderAdmin('/campaigns?by=campaign&from=2026-11-01&to=2026-11-30')
    const table = await screen.findByRole('table', { name: 'Lead attribution' })
    const texts = within(table)
      .getAllByRole('row')
      .map((row) => Array.from(row.querySelectorAll('th, td'), (cell) => cell.textContent))
    expect(texts).toEqual([
      ['Campaign', 'Leads', 'Won', 'Value'],
      ['spring mailing', '1,000', '3', '$4,200.50 from 1 of 3'],
      ['None', '10', '0', '–'],
      ['Direct or unknown', '2', '0', '–'],
      ['All', '1,012', '3', '$4,200.50 from 1 of 3'],
    ])
    const queries = within(table)
      .getAllByRole('link')
      .map((link) => new URL(link.getAttribute('href') ?? '', 'http://localhost'))
      .map(({ pathname, searchParams }) => [pathname, Object.fromEntries(searchParams)])
    const days = { from: '2026-11-01', to: '2026-11-30' }
    const attribution = 'last.campaign=spring mailing'
    expect(queries).toEqual(
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

  test('dimension, visit, and dates are in the URL', async () => {
    const requested: string[] = []
    server.use(
      signedInAsViewer,
      http.get(`*${reportPath}`, ({ request }) => {
        requested.push(new URL(request.url).search)
        return HttpResponse.json({ total: { leads: 0, won: 0, valued: 0, value: 0 }, rows: [] })
      }),
    )
    renderAdmin('/campaigns')
    expect(await screen.findByText('No leads in this period')).toBeVisible()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'By' }), 'Printed piece')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Visit' }), 'First visit')
    await waitFor(() =>
      expect(requested).toEqual(['?by=source&touch=last', '?by=piece&touch=last', '?by=piece&touch=first']),
    )
    expect(window.location.search).toBe('?by=piece&touch=first')
  })

  test('a failed report shows an error and can be retried', async () => {
    server.use(signedInAsViewer, failing(reportPath, 500))
    renderAdmin('/campaigns')
    expect(await screen.findByText('The report could not be loaded')).toBeVisible()
    server.use(getGetLeadAttributionMockHandler(campaigns))
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('table', { name: 'Lead attribution' })).toBeVisible()
  })

  test('shows a loading state', async () => {
    server.use(signedInAsViewer, stalling(reportPath))
    renderAdmin('/campaigns')
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeInTheDocument()
  })
})

async function openLinks(links: CampaignLink[] = [campaignLink()], session = signedInAsEditor, query = '') {
  server.use(session, getListCampaignLinksMockHandler(links))
  renderAdmin(`/campaigns?tab=links${query}`)
  await screen.findByRole('list', { name: 'Campaign links' })
}

describe('campaign links', () => {
  test('shows each target and number of scans', async () => {
    await openLinks([campaignLink(), campaignLink({ id: 'b', label: 'Old', isEnded: true, people: 1, bots: 0 })])
    const row = screen.getByRole('listitem', { name: 'Spring postcard, front' })
    expect(row).toHaveTextContent('Spring mailing, Postcard 6x9/postcards')
    expect(row).toHaveTextContent('1,200 scansand 3 by bots')
    expect(screen.getByRole('listitem', { name: 'Old' })).toHaveTextContent('Old EndedSpring')
    expect(screen.getByRole('listitem', { name: 'Old' })).toHaveTextContent('1 scanQR code')
  })

  test('viewers have read-only access', async () => {
    await openLinks([campaignLink()], signedInAsViewer, '&edit=new')
    expect(screen.queryByRole('button', { name: /^Edit|^New/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('a new link is validated, and created once', async () => {
    const sent: unknown[] = []
    await openLinks()
    server.use(
      getCreateCampaignLinkMockHandler(async ({ request }) => {
        sent.push(await request.clone().json())
        return campaignLink()
      }),
    )
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'New campaign link' }))
    const dialog = await screen.findByRole('dialog', { name: 'New campaign link' })
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Fall card')
    await user.clear(within(dialog).getByRole('textbox', { name: 'Destination' }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Destination' }), 'http://example.com')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(within(dialog).getByText('Campaign is required')).toBeVisible()
    expect(within(dialog).getByRole('textbox', { name: 'Destination' })).toHaveAttribute('aria-invalid', 'true')
    await user.type(within(dialog).getByRole('textbox', { name: 'Campaign' }), 'Fall')
    await user.clear(within(dialog).getByRole('textbox', { name: 'Destination' }))
    await user.type(within(dialog).getByRole('textbox', { name: 'Destination' }), 'https://partner.example/x')
    await user.dblClick(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Campaign link created')).toBeVisible()
    expect(sent).toEqual([
      { label: 'Fall card', campaign: 'Fall', piece: null, target: 'https://partner.example/x', isEnded: false },
    ])
  })

  test('an edit merges with a colleague’s earlier change', async () => {
    const sent: unknown[] = []
    await openLinks([campaignLink()], signedInAsEditor, `&edit=${campaignLink().id}`)
    const theirs = campaignLink({ version: 2, target: '/letters' })
    server.use(
      getGetCampaignLinkMockHandler(theirs),
      http.put(`*${linksPath}/:id`, async ({ request }) => {
        sent.push([request.headers.get('if-match'), await request.json()])
        return sent.length === 1
          ? HttpResponse.json({ title: 'Stale', status: 412, code: 'stale' }, { status: 412 })
          : HttpResponse.json(campaignLink({ ...theirs, version: 3 }))
      }),
    )
    const dialog = await screen.findByRole('dialog', { name: 'Edit campaign link' })
    await userEvent.click(within(dialog).getByRole('switch', { name: 'Ended' }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Campaign link saved')).toBeVisible()
    expect(sent).toMatchObject([
      ['"1"', { target: '/postcards', isEnded: true }],
      ['"2"', { target: '/letters', isEnded: true }],
    ])
  })

  test('one that is on another page by now opens too', async () => {
    const pushed = campaignLink({ id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8a98', label: 'Fall card' })
    server.use(getGetCampaignLinkMockHandler(pushed))
    await openLinks([campaignLink()], signedInAsEditor, `&edit=${pushed.id}`)
    const dialog = await screen.findByRole('dialog', { name: 'Edit campaign link' })
    expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Fall card')
  })

  test('an API error is shown in the form', async () => {
    await openLinks([campaignLink()], signedInAsEditor, `&edit=${campaignLink().id}`)
    server.use(refusing('put', `${linksPath}/:id`, 400))
    const dialog = await screen.findByRole('dialog', { name: 'Edit campaign link' })
    await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), '!')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('The campaign link could not be saved')).toBeVisible()
    expect(within(dialog).getByRole('textbox', { name: 'Name' })).toHaveValue('Spring postcard, front!')
  })

  test('its QR code can be scanned, saved, and copied, and its scans are listed by day', async () => {
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

describe('the description of a visit', () => {
  const at = '2026-11-20T15:04:05.123Z'
  const mail = { at, page: '/', mailCode: 'Ab3dEf7', campaign: 'Spring' }

  test('includes all known facts', () => {
    expect(touchText(mail)).toBe('mail, campaign Spring, printed code Ab3dEf7, first page /')
    expect(touchText(mail, 'Spring postcard')).toBe(
      'mail, campaign Spring, printed piece Spring postcard, first page /',
    )
    expect(touchText({ at, page: '/letters', source: 'google', medium: 'cpc' })).toBe(
      'google (cpc), first page /letters',
    )
    expect(touchText({ at, page: '/' })).toBe('direct, first page /')
  })

  test.each([
    ['last.campaign=a=b', 'Campaign of the last visit: a=b'],
    ['first.piece=', 'Printed piece of the first visit: none'],
    ['unknown', 'direct or unknown'],
    ['last.toString=x', 'direct or unknown'],
  ])('the filter %s', (attribution, text) => expect(attributionText(attribution)).toBe(text))

  test('names a printed piece by its link', () => {
    expect(attributionText('last.piece=Ab3dEf7', 'Spring postcard')).toBe(
      'Printed piece of the last visit: Spring postcard',
    )
    expect(attributionText('last.campaign=Ab3dEf7', 'Spring postcard')).toBe('Campaign of the last visit: Ab3dEf7')
  })
})
