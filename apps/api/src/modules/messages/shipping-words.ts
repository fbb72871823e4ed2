import { brand } from '@app/brand'
import { parcelCarrier, parcelUrl } from '@app/brand/parcel-tracking'
import { greeting } from './new-record-words.ts'
import type { MessageContent } from '../../entities/message-content.ts'

const numberFact = 'Tracking number'

/** The email to the requester when samples are sent. It repeats nothing that was typed but the first name. */
export function shippingMailOf(
  firstName: string,
  trackingNumber: string | null,
): { subject: string; content: MessageContent } {
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
      ...(url && { link: { label: 'Track your parcel', url } }),
      replyTo: { name: brand.companyName, address: brand.email },
    },
  }
}

export const statedNumberOf = ({ facts = [] }: MessageContent): string | null =>
  facts.find(({ name }) => name === numberFact)?.value ?? null
