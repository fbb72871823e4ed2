import { useReplayWebhook, type Webhook } from '@app/api-client'
import { formatCount } from '@app/pricing'
import { useRef, useState } from 'react'
import { useToasts } from '../../toasts/toasts.ts'
import { useAddress } from '../area/address.ts'
import area from '../area/Area.module.css'
import { Field } from '../../forms/Field.tsx'
import { FormDialog } from '../area/Dialog.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useReloadDeliveries } from './use-reload-deliveries.ts'

const maxMs = 31 * 86_400_000

/** The value of an `<input type="datetime-local">`, in the visitor's time zone. */
const localTime = (ms: number): string => {
  const date = new Date(ms)
  return new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const eventsText = (count: number) => (count === 1 ? '1 event' : `${formatCount(count)} events`)

/** Sends the events of a time range again, in as many calls as needed. */
export function ReplayDialog({ webhook: { Id, Url }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { mode } = useAddress()
  const { showDone } = useToasts()
  const reload = useReloadDeliveries(Id)
  const { mutateAsync } = useReplayWebhook()
  const [queued, setQueued] = useState(0)
  /** The range, cursor, and count to resume an interrupted replay from. */
  const rest = useRef<{ range: string; cursor: string; queued: number }>(null)
  const [now] = useState(() => Date.now())
  const form = useForm({
    name: `replay ${Id}`,
    empty: { From: localTime(now - 86_400_000), To: localTime(now + 60_000) },
    check({ From, To }) {
      const length = Date.parse(To) - Date.parse(From)
      if (From === '') return { From: 'Enter a date and a time' }
      if (To === '') return { To: 'Enter a date and a time' }
      if (length <= 0) return { To: 'Enter a time after the first one' }
      return { To: length > maxMs ? 'Enter a time at most 31 days after the first one' : null }
    },
    async send({ From, To }) {
      const range = { From: new Date(From).toISOString(), To: new Date(To).toISOString() }
      const name = JSON.stringify(range)
      const earlier = rest.current?.range === name ? rest.current : null
      let [cursor, count] = [earlier?.cursor ?? null, earlier?.queued ?? 0]
      do {
        const { data } = await mutateAsync({
          id: Id,
          params: { Mode: mode },
          data: { ...range, ...(cursor !== null && { Cursor: cursor }) },
        })
        count += data.Queued
        cursor = data.Cursor
        setQueued(count)
        rest.current = cursor === null ? null : { range: name, cursor, queued: count }
      } while (cursor !== null)
      await reload()
      onClose()
      showDone(count === 0 ? 'There were no events in this time range' : `${eventsText(count)} will be sent again`)
    },
  })
  const { field, isBusy } = form
  return (
    <FormDialog title="Replay events" action={isBusy ? 'Replaying...' : 'Replay'} form={form} onClose={onClose}>
      <p>
        Sends all events in this time range to {Url} again, oldest first. An event that was sent before keeps its{' '}
        <code>webhook-id</code>. The times are in your time zone.
      </p>
      <Field label="From" type="datetime-local" {...field('From')} />
      <Field label="To" type="datetime-local" {...field('To')} />
      <p role="status" className={area.count}>
        {queued > 0 && `${eventsText(queued)} queued so far.`}
      </p>
    </FormDialog>
  )
}
