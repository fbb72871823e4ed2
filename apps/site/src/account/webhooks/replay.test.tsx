import type { WebhookReplayInput } from '@app/api-client'
import {
  getListWebhookDeliveriesMockHandler,
  getListWebhooksMockHandler,
  getReplayWebhookMockHandler,
} from '@app/api-client/mocks'
import { useTestServer } from '@app/ui/testing'
import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { dialogNamed, failing, receives, requested, show, startSignedIn, webhook } from '../../../test/account.tsx'

const server = useTestServer()
startSignedIn(server)

const address = `/account/webhooks?webhook=${webhook.Id}`

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

  test('takes as many calls as there are pages, and goes on where it broke off', async () => {
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

  test('with invalid dates is not sent', async () => {
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
