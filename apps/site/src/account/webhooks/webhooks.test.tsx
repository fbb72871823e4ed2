import type { Webhook, WebhookDelivery, WebhookPatch, WebhookReplayInput } from '@app/api-client'
import {
  getCreateWebhookMockHandler,
  getDeleteWebhookMockHandler,
  getListWebhookDeliveriesMockHandler,
  getListWebhooksMockHandler,
  getReplayWebhookMockHandler,
  getResendWebhookDeliveryMockHandler,
  getRotateWebhookSecretMockHandler,
  getTestWebhookMockHandler,
  getUpdateWebhookMockHandler,
} from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  click,
  dialogNamed,
  failing,
  leadsTo,
  receives,
  requested,
  show,
  startSignedIn,
  webhook,
} from '../../../test/account.tsx'

const server = useTestServer()
startSignedIn(server)
afterEach(() => void vi.useRealTimers())

const secret = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtMzItYnl0ZXMtbG9uZyE='
const address = `/account/webhooks?webhook=${webhook.Id}`
const listed = () => requested.filter((line) => line.includes('/deliveries'))

const delivery: WebhookDelivery = {
  Id: '01932c07-5b1c-7d52-8f3a-2b1f6f3f8ad3',
  Type: 'piece.delivered',
  PieceId: 'piece_4Hs8pL2vXe9JwR5tYn7C',
  Number: 3,
  Status: 'failed',
  Attempts: 3,
  Error: 'The target returned 500.',
  NextAttemptAt: null,
  SentAt: null,
  CreatedAt: '2026-11-20T15:04:05.123Z',
}

test('the list shows each webhook’s URL, event types, and health', async () => {
  server.use(
    getListWebhooksMockHandler([
      webhook,
      { ...webhook, Id: delivery.Id, Url: 'https://two.example.com', Types: ['piece.delivered'], Active: false },
      {
        ...webhook,
        Id: delivery.Id.replace(/3$/, '4'),
        Url: 'https://three.example.com',
        PausedUntil: '2999-01-01T00:00:00Z',
      },
    ]),
  )
  show('/account/webhooks')
  expect(await screen.findByRole('row', { name: /hooks\.example\.com.*All.*Active/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /two\.example\.com.*Delivered.*Off/ })).toBeVisible()
  expect(screen.getByRole('row', { name: /three\.example\.com.*Failing, paused until/ })).toBeVisible()
})

test('a new webhook belongs to the mode, gets the selected events, and shows its secret once', async () => {
  const sent: unknown[] = []
  server.use(
    getListWebhooksMockHandler([]),
    getCreateWebhookMockHandler(receives(sent, { Webhook: webhook, Secret: secret })),
  )
  show('/account/webhooks?Mode=test')
  expect(await screen.findByText('No webhooks for test pieces yet')).toBeVisible()
  await click('Add Webhook')
  const dialog = within(await dialogNamed('Add a webhook'))
  const typeUrl = (value: string) => fireEvent.change(dialog.getByLabelText('URL'), { target: { value } })
  typeUrl('http://hooks.example.com')
  await userEvent.click(dialog.getByLabelText('Only these'))
  await userEvent.click(dialog.getByRole('button', { name: 'Add Webhook' }))
  expect(await dialog.findByText(/starts with https/)).toBeVisible()
  expect(dialog.getByText('Choose at least one')).toBeVisible()
  typeUrl('https://hooks.example.com/pieces')
  await userEvent.click(dialog.getByLabelText('Delivered'))
  await userEvent.click(dialog.getByRole('button', { name: 'Add Webhook' }))
  const shown = await dialogNamed(`Webhook ${webhook.Url}`)
  expect(within(shown).getByRole('textbox')).toHaveValue(secret)
  expect(sent).toEqual([{ Url: 'https://hooks.example.com/pieces', Types: ['piece.delivered'] }])
  expect(requested).toEqual(expect.arrayContaining(['GET /v1/webhooks?Mode=test', 'POST /v1/webhooks?Mode=test']))
})

describe('a webhook', () => {
  test('can be edited and turned off, and then sends neither tests nor replays', async () => {
    const sent: WebhookPatch[] = []
    let shown: Webhook = { ...webhook, Types: ['piece.delivered'] }
    server.use(
      getListWebhooksMockHandler(() => [shown]),
      getListWebhookDeliveriesMockHandler([]),
      getUpdateWebhookMockHandler(async ({ request }) => {
        const patch = (await request.json()) as WebhookPatch
        sent.push(patch)
        return (shown = { ...shown, Types: null, Active: patch.Active ?? shown.Active })
      }),
    )
    show(`${address}&open=edit`)
    const dialog = within(await dialogNamed('Change the webhook'))
    expect(dialog.getByLabelText('Delivered')).toBeChecked()
    await userEvent.click(dialog.getByLabelText(/^All/))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await leadsTo(address)
    await click('Turn Off')
    expect(await screen.findByText(/While it is off, nothing is sent/)).toBeVisible()
    expect(sent).toEqual([{ Url: webhook.Url, Types: null }, { Active: false }])
    await click('Send Test Event')
    await click('Replay Events')
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(requested.filter((line) => line.startsWith('POST'))).toEqual([])
  })

  test('that is paused can be retried immediately, gets a new secret, and is deleted after a confirmation', async () => {
    const sent: unknown[] = []
    let shown: Webhook[] = [{ ...webhook, PausedUntil: '2999-01-01T00:00:00Z' }]
    server.use(
      getListWebhooksMockHandler(() => shown),
      getListWebhookDeliveriesMockHandler([]),
      getUpdateWebhookMockHandler(receives(sent, webhook)),
      getRotateWebhookSecretMockHandler({ Secret: secret }),
      getDeleteWebhookMockHandler(),
    )
    show(address)
    const resume = await screen.findByRole('button', { name: 'Try Again Now' })
    shown = [{ ...webhook, FormerSecretUntil: '2999-01-01T00:00:00Z' }]
    await userEvent.click(resume)
    await waitFor(() => expect(resume).not.toBeInTheDocument())
    expect(sent).toEqual([{ Active: true }])
    expect(screen.getByRole('heading', { name: webhook.Url })).toHaveFocus()

    expect(await screen.findByText(/Events are also signed with it until/)).toBeVisible()
    await click('Rotate Secret')
    await click('Rotate It')
    const rotated = within(await dialogNamed(`New secret for ${webhook.Url}`))
    expect(rotated.getByRole('textbox')).toHaveValue(secret)
    await userEvent.click(rotated.getByRole('button', { name: 'I Saved It' }))

    await click('Delete')
    expect(await dialogNamed('Delete this webhook?')).toHaveTextContent(webhook.Url)
    shown = []
    await click('Delete It')
    await leadsTo('/account/webhooks')
    expect(await screen.findByText('No webhooks for live pieces yet')).toBeVisible()
  })

  test('that is not in the list shows that it was not found', async () => {
    server.use(getListWebhooksMockHandler([]))
    show(address)
    expect(await screen.findByRole('heading', { name: 'Webhook not found' })).toBeVisible()
  })
})

describe('its deliveries', () => {
  test('show attempts, errors, and pieces, can be sent again, and have filters', async () => {
    server.use(
      getListWebhooksMockHandler([webhook]),
      getListWebhookDeliveriesMockHandler([
        delivery,
        {
          ...delivery,
          Id: `${delivery.Id.slice(0, -1)}4`,
          Type: 'test',
          PieceId: null,
          Number: null,
          Status: 'sent',
          SentAt: '2026-11-20T15:04:05.123Z',
          Attempts: 1,
        },
      ]),
      failing('post', '/resend', 404),
    )
    show(address)
    const row = await screen.findByRole('row', { name: /Delivered \(3\)/ })
    expect(row).toHaveTextContent('3 failed attempts. The target returned 500.')
    expect(within(row).getByRole('link')).toHaveAttribute('href', `/account/pieces?piece=${delivery.PieceId}`)
    const sent = screen.getByRole('row', { name: /Test event/ })
    expect(sent).toHaveTextContent('after 1 failed attempt')
    await userEvent.click(within(sent).getByRole('button'))
    expect(await screen.findByText(/It no longer exists/)).toBeVisible()
    server.use(getResendWebhookDeliveryMockHandler({ ...delivery, Status: 'waiting' }))
    const loads = listed().length
    await userEvent.click(within(row).getByRole('button', { name: `Resend Delivered of ${delivery.PieceId}` }))
    expect(await screen.findByText('Event sent again')).toBeVisible()
    expect(requested).toContain(`POST /v1/webhook-deliveries/${delivery.Id}/resend?Mode=live`)
    expect(listed()).toHaveLength(loads + 1)

    server.use(getListWebhookDeliveriesMockHandler([]))
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'Failed')
    await leadsTo(`${address}&Status=failed`)
    expect(await screen.findByText('No deliveries match')).toBeVisible()
    expect(listed().at(-1)).toContain('Status=failed')
  })

  test('reload after a test event until it has been sent', async () => {
    vi.useFakeTimers({
      toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    })
    const waiting: WebhookDelivery = { ...delivery, Type: 'test', Status: 'waiting', Attempts: 0, Error: null }
    let deliveries: WebhookDelivery[] = []
    server.use(
      getListWebhooksMockHandler([webhook]),
      getListWebhookDeliveriesMockHandler(() => deliveries),
      getTestWebhookMockHandler(() => {
        deliveries = [waiting]
        return waiting
      }),
    )
    show(address)
    expect(await screen.findByText('Nothing was sent in the last 90 days')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Send Test Event' }))
    expect(await screen.findByRole('row', { name: /Test event.*Waiting/ })).toBeVisible()
    deliveries = [{ ...waiting, Status: 'sent', SentAt: delivery.CreatedAt }]
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(await screen.findByRole('row', { name: /Test event.*Sent/ })).toBeVisible()
    const loads = listed().length
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    expect(listed()).toHaveLength(loads)
  })
})

describe('a replay', () => {
  const open = async (mode = 'live') => {
    server.use(getListWebhooksMockHandler([webhook]), getListWebhookDeliveriesMockHandler([]))
    show(`${address}&Mode=${mode}&open=replay`)
    const dialog = await dialogNamed('Replay events')
    const set = (label: string, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } })
    const send = () => userEvent.click(within(dialog).getByRole('button', { name: 'Replay' }))
    return { dialog, set, send }
  }

  test('makes one call per page, and resumes where it failed', async () => {
    const sent: WebhookReplayInput[] = []
    const { dialog, set, send } = await open('test')
    set('From', '2026-11-01T00:00')
    set('To', '2026-11-02T00:00')
    // The second call fails once.
    server.use(
      getReplayWebhookMockHandler(
        async ({ request }) => {
          sent.push((await request.json()) as WebhookReplayInput)
          server.use(failing('post', '/replay', 503))
          return { Queued: 1000, Cursor: 'one' }
        },
        { once: true },
      ),
    )
    await send()
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('on our side')
    expect(within(dialog).getByText('1,000 events queued so far.')).toBeVisible()
    server.use(getReplayWebhookMockHandler(receives(sent, { Queued: 12, Cursor: null })))
    await send()
    expect(await screen.findByText('1,012 events will be sent again')).toBeVisible()
    expect(new Set(requested.filter((line) => line.startsWith('POST')))).toEqual(
      new Set([`POST /v1/webhooks/${webhook.Id}/replay?Mode=test`]),
    )
    expect(sent.map(({ Cursor }) => Cursor)).toEqual([undefined, 'one'])
    expect(sent[0]?.From).toBe(new Date('2026-11-01T00:00').toISOString())
  })

  test('is not sent with invalid dates', async () => {
    const { dialog, set, send } = await open()
    for (const [from, to, words] of [
      ['2026-11-02T00:00', '2026-11-01T00:00', /after the first one/],
      ['2026-09-01T00:00', '2026-11-01T00:00', /at most 31 days/],
      ['', '2026-11-01T00:00', /Enter a date/],
    ] as const) {
      set('From', from)
      set('To', to)
      await send()
      expect(await within(dialog).findByText(words)).toBeVisible()
    }
    expect(requested.filter((line) => line.startsWith('POST'))).toEqual([])
  })
})
