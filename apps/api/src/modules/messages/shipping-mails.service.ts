import { sql } from 'kysely'
import { brand } from '@app/brand'
import { parcelCarrier, parcelUrl } from '@app/brand/parcel-tracking'
import { columns } from '../../db/sql.ts'
import { type EntityManager, tables } from '../../entities/database.ts'
import { MessageEntity } from '../../entities/messages.entity.ts'
import { routingSettings } from './lead-routing-settings.service.ts'
import { addMessages } from './new-messages.ts'
import { greeting } from './new-record-words.ts'
import type { MessageContent } from '../../entities/message-content.ts'

const numberFact = 'Tracking number'

/** The email to the requester when samples are sent. Of the requester's input, it repeats only the first name. */
function shippingMailOf(firstName: string, trackingNumber: string | null) {
  const carrier = trackingNumber === null ? undefined : parcelCarrier(trackingNumber)
  const url = trackingNumber === null ? undefined : parcelUrl(trackingNumber)
  return {
    subject: 'Your samples are on their way',
    content: {
      paragraphs: [
        greeting(firstName),
        'The samples you requested are on their way.',
        ...(url ? ['It can take a day for the tracking number below to become active.'] : []),
        `Questions? Reply to this email or call ${brand.phone.display}.`,
        brand.companyName,
      ],
      ...(trackingNumber !== null && {
        facts: [
          ...(carrier === undefined ? [] : [{ name: 'Carrier', value: carrier }]),
          { name: numberFact, value: trackingNumber },
        ],
      }),
      ...(url && { link: { label: 'Track your package', url } }),
      replyTo: { name: brand.companyName, address: brand.email },
    },
  }
}

const statedNumberOf = ({ facts = [] }: MessageContent): string | null =>
  facts.find(({ name }) => name === numberFact)?.value ?? null

/** A sample request before and after a change by staff. */
export interface Marked {
  id: string
  firstName: string
  email: string
  wasProcessed: boolean
  processed: boolean
  /** The change cleared the request of spam. */
  wasSpam: boolean
  trackingNumber: string | null
}

export interface Following {
  /** The member of staff who made the change, with the account while it exists. */
  actorAccount: string | null
  actor: string | null
  /** The choice of staff. Undefined uses the setting. `as before` restores a mail that Undo had canceled. */
  mails: boolean | 'as before' | undefined
  canMail: boolean
}

/** Delay of a mail after the mark, longer than the screen offers Undo. */
const graceSeconds = 60

/** A mail that no worker has picked up. After an attempt, the email server may have it, even after an error. */
const { status, enqueuedAt, attempts } = columns(MessageEntity)
const isUnsent = sql<boolean>`${status} = 'waiting' and ${enqueuedAt} is null and ${attempts} = 0`

const sendAt = sql<Date>`now() + make_interval(secs => ${graceSeconds})`

export const canceledAsSpam = 'The request was marked as spam.'

/** Cancels unsent mails. */
export async function cancelShippingMails(transaction: EntityManager, ids: readonly string[], why: string) {
  if (ids.length === 0) return
  await tables(transaction)
    .updateTable('message')
    .set({ status: 'canceled', error: why, notBefore: null })
    .where('kind', '=', 'samples_sent')
    .where('sampleRequest', 'in', [...ids])
    .where(isUnsent)
    .execute()
}

async function lastMails(transaction: EntityManager, ids: readonly string[]) {
  const rows = await tables(transaction)
    .selectFrom('message')
    .distinctOn('sampleRequest')
    .select(['id', 'sampleRequest', 'status', 'error', 'content'])
    .where('kind', '=', 'samples_sent')
    .where('sampleRequest', 'in', [...ids])
    .orderBy('sampleRequest')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return new Map(
    rows.map(({ sampleRequest, content, ...row }) => [
      sampleRequest,
      { ...row, statedNumber: statedNumberOf(content) },
    ]),
  )
}

/**
 * Emails requesters that their samples are on their way, once staff have marked their requests. A second email is sent
 * only when staff request it and the tracking number differs. Marking a request as pending again cancels its unsent
 * mail. A mail that was canceled because of a spam mark is sent once the mark is cleared.
 */
export async function followMarks(
  transaction: EntityManager,
  marked: readonly Marked[],
  { mails, canMail, actorAccount, actor }: Following,
): Promise<void> {
  const idsOf = (some: readonly Marked[]) => some.map(({ id }) => id)
  const pending = marked.filter(({ wasProcessed, processed }) => wasProcessed && !processed)
  await cancelShippingMails(transaction, idsOf(pending), 'The request was marked as pending again.')
  const sent = marked.filter(({ processed }) => processed)
  if (sent.length === 0) return
  const last = await lastMails(transaction, idsOf(sent))
  const wanted = canMail && (mails ?? (await routingSettings(transaction)).mailsRequesters)
  const asked = sent.filter(({ id, wasProcessed, wasSpam, trackingNumber }) => {
    const mail = last.get(id)
    if (wasSpam) return canMail && mail?.status === 'canceled' && mail.error === canceledAsSpam
    if (mails === 'as before') return canMail && !wasProcessed && mail?.status === 'canceled'
    if (!wanted) return false
    if (!mail || mail.status === 'canceled') return mails === true || !wasProcessed
    return mails === true && mail.statedNumber !== trackingNumber
  })
  const fresh = new Set(idsOf(asked))
  for (const { id, firstName, trackingNumber } of sent) {
    const mail = last.get(id)
    if (mail?.status !== 'waiting' || mail.statedNumber === trackingNumber) continue
    // An unsent mail gets the current number, so no second one is needed.
    const { numUpdatedRows } = await tables(transaction)
      .updateTable('message')
      .set({ ...shippingMailOf(firstName, trackingNumber), notBefore: sendAt })
      .where('id', '=', mail.id)
      .where(isUnsent)
      .executeTakeFirstOrThrow()
    if (numUpdatedRows > 0n) fresh.delete(id)
  }
  await addMessages(
    transaction,
    asked
      .filter(({ id }) => fresh.has(id))
      .map(({ id, firstName, email, trackingNumber }) => ({
        channel: 'mail',
        kind: 'samples_sent',
        recipient: email,
        sampleRequest: id,
        actorAccount,
        actor,
        notBefore: sendAt,
        ...shippingMailOf(firstName, trackingNumber),
      })),
  )
}
