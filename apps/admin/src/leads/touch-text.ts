import type { Touch, AttributionDimension } from '@app/api-client'
import { isOneOf } from '../list/choices.ts'

export const traitLabels: Record<AttributionDimension, string> = {
  source: 'Source',
  campaign: 'Campaign',
  page: 'Landing page',
  piece: 'Printed piece',
}

const visitTexts = { first: 'first visit', last: 'last visit' }

function readAttribution(attribution: string) {
  const [, visit = '', trait = '', value = ''] = /^(\w+)\.(\w+)=(.*)$/u.exec(attribution) ?? []
  return isOneOf(visitTexts)(visit) && isOneOf(traitLabels)(trait) ? { visit, trait, value } : undefined
}

/** The code of the printed piece in an attribution filter. Undefined if the filter is not about a piece. */
export function attributedPiece(attribution = ''): string | undefined {
  const read = readAttribution(attribution)
  return read?.trait === 'piece' ? read.value : undefined
}

/** An attribution filter in words: "Campaign of the last visit: spring". */
export function attributionText(attribution: string, linkName?: string): string {
  const read = readAttribution(attribution)
  if (!read) return 'direct or unknown'
  const { visit, trait, value } = read
  return `${traitLabels[trait]} of the ${visitTexts[visit]}: ${(trait === 'piece' && linkName) || value || 'none'}`
}

/** Describes the source of a visit. A printed code is shown as the name of its campaign link, if known. */
export function touchText(touch: Touch, linkName?: string): string {
  const { source, medium, campaign, clickIdKind, referrer, mailCode, page } = touch
  const from = source ?? (mailCode ? 'mail' : undefined) ?? referrer ?? (clickIdKind ? 'an ad' : 'direct')
  const parts = [
    medium ? `${from} (${medium})` : from,
    campaign && `campaign ${campaign}`,
    mailCode && (linkName ? `printed piece ${linkName}` : `printed code ${mailCode}`),
    clickIdKind,
    `first page ${page}`,
  ]
  return parts.filter(Boolean).join(', ')
}
