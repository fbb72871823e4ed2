import type { Touch, Touches, AttributionDimension } from '@app/api-client'

export const traitLabels: Record<AttributionDimension, string> = {
  source: 'Source',
  campaign: 'Campaign',
  page: 'Landing page',
  piece: 'Printed piece',
}

const visitTexts = { first: 'first visit', last: 'last visit' }

const isOneOf = <Name extends string>(names: Record<Name, string>, name: string): name is Name =>
  Object.hasOwn(names, name)

/** A filter by attribution, in words: "Campaign of the last visit: spring". */
export function attributionText(attribution: string): string {
  const [, visit = '', trait = '', value = ''] = /^(\w+)\.(\w+)=(.*)$/u.exec(attribution) ?? []
  if (!isOneOf(visitTexts, visit) || !isOneOf(traitLabels, trait)) return 'direct or unknown'
  return `${traitLabels[trait]} of the ${visitTexts[visit]}: ${value || 'none'}`
}

/** Describes the source of a visit. */
export function touchText(touch: Touch): string {
  const { source, medium, campaign, clickIdKind, referrer, mailCode, page } = touch
  const from = source ?? (mailCode ? 'mail' : undefined) ?? referrer ?? (clickIdKind ? 'an ad' : 'direct')
  const parts = [
    medium ? `${from} (${medium})` : from,
    campaign && `campaign ${campaign}`,
    mailCode && `printed code ${mailCode}`,
    clickIdKind,
    `first page ${page}`,
  ]
  return parts.filter(Boolean).join(', ')
}

const isSameVisit = ({ first, last }: Touches) => first.at === last.at

/** How a visitor came: the last visit, and the first one if it is different. */
export const touchesText = (touches: Touches): string[] =>
  isSameVisit(touches)
    ? [touchText(touches.last)]
    : [touchText(touches.last), `First visit: ${touchText(touches.first)}`]
