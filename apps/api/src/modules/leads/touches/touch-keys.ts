import type { Touch, Touches, AttributionDimension } from '@app/contract'

/** The advertising networks, by the click ids that they add to a URL. */
const networks: Record<NonNullable<Touch['clickIdKind']>, string> = {
  gclid: 'google',
  gbraid: 'google',
  wbraid: 'google',
  msclkid: 'bing',
  fbclid: 'facebook',
  ttclid: 'tiktok',
  li_fat_id: 'linkedin',
  twclid: 'x',
}

/** Finds the campaign of a code on a printed piece. */
export type CampaignOf = (code: string) => Promise<string | undefined>

/** Sites with several hosts or names, each counted as one source. */
const siteNames = new Map([
  ['facebook.com', 'facebook'],
  ['fb.com', 'facebook'],
  ['fb', 'facebook'],
  ['x.com', 'x'],
  ['twitter.com', 'x'],
  ['twitter', 'x'],
  ['t.co', 'x'],
  ['lnkd.in', 'linkedin'],
])
const sites = /^(bing|duckduckgo|instagram|linkedin|pinterest|reddit|tiktok|yahoo|youtube)\.com$/
const google = /^google\.(?:com?\.)?[a-z]{2,3}$/

/** One name for each source: "www.google.com", "google.co.uk", and "Google" become google. */
function siteOf(source: string): string {
  const host = source.toLowerCase().replace(/^(?:www|m|l|lm|mobile)\./, '')
  return google.test(host) ? 'google' : (sites.exec(host)?.[1] ?? siteNames.get(host) ?? host)
}

/** The attribution key of a filter, with its source normalized. */
export const attributionKey = (attribution: string): string =>
  attribution.replace(/(?<=^(?:first|last)\.source=).+/u, siteOf)

/** Precedence: the URL's parameters, then the medium that they imply, then the referrer. */
function sourceOf({ source, mailCode, clickIdKind, referrer }: Touch): string {
  if (source) return source
  if (mailCode) return 'mail'
  return clickIdKind ? networks[clickIdKind] : (referrer ?? 'direct')
}

async function traitsOf(touch: Touch, campaignOf: CampaignOf): Promise<Record<AttributionDimension, string>> {
  const { page, mailCode = '' } = touch
  const campaign = touch.campaign ?? (mailCode && (await campaignOf(mailCode)))
  return {
    source: siteOf(sourceOf(touch)),
    campaign: campaign?.toLowerCase() ?? '',
    page,
    // Codes are case-sensitive.
    piece: mailCode,
  }
}

/** Truncates to the maximum length of facts. In lower case, "İ" is two characters. */
const cut = (value: string) => Array.from(value).slice(0, 200).join('')

/**
 * A lead's attribution keys: `visit.dimension=value` for each dimension of both visits. Computed once, when the lead
 * arrives, so renaming a campaign does not change past attribution.
 */
export async function touchKeys(touches: Touches, campaignOf: CampaignOf): Promise<string[]> {
  const keysOf = async (visit: 'first' | 'last') =>
    Object.entries(await traitsOf(touches[visit], campaignOf)).map(
      ([trait, value]) => `${visit}.${trait}=${cut(value)}`,
    )
  return [...(await keysOf('first')), ...(await keysOf('last'))]
}
