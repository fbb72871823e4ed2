import type { Touch, Touches } from '@app/api-client'

// The script inside every page (scripts/inline-visit.ts). It runs before anything else is loaded, so a visitor who follows a
// link at once is still attributed to what brought them. Every byte of it delays the first paint.

/** First and last visit, kept in this browser and sent with a form, never before. */
type Visits = Pick<Touches, 'first' | 'last'>

declare global {
  interface Window {
    /** First and last visit. Missing where the browser refused to run the page's script. */
    visits?: () => Visits
  }
}

const key = 'touches'
const lifetimeMs = 90 * 86_400_000
const maxLength = 200

const clickIds = ['gclid', 'gbraid', 'wbraid', 'msclkid', 'fbclid', 'ttclid', 'li_fat_id', 'twclid'] as const

/** One line of printable text. Text with an @ may be an email that a mailing put into its links, so it is not kept. */
function cleaned(text: string | null | undefined): string | undefined {
  const line = (text ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return line.includes('@') ? undefined : Array.from(line).slice(0, maxLength).join('').trim() || undefined
}

/** The link that brought the visitor. Nothing is known of one who typed the address or followed a link of this site. */
function originOf({ searchParams: query, host }: URL, referrer: string): Omit<Touch, 'at' | 'page'> {
  const clickIdKind = clickIds.find((name) => query.get(name))
  const from = URL.canParse(referrer) ? new URL(referrer).host : ''
  return {
    source: cleaned(query.get('utm_source')),
    medium: cleaned(query.get('utm_medium')),
    campaign: cleaned(query.get('utm_campaign')),
    content: cleaned(query.get('utm_content')),
    term: cleaned(query.get('utm_term')),
    clickIdKind,
    clickId: clickIdKind && cleaned(query.get(clickIdKind)),
    referrer: from === host ? undefined : cleaned(from),
    mailCode: /^[\w-]{1,64}$/.exec(query.get('m') ?? '')?.[0],
  }
}

const isTouch = (value: unknown): value is Touch =>
  typeof value === 'object' && value !== null && 'at' in value && Date.parse(String(value.at)) > 0

const isCurrent = (value: unknown): value is Visits =>
  typeof value === 'object' &&
  value !== null &&
  'first' in value &&
  'last' in value &&
  isTouch(value.first) &&
  isTouch(value.last) &&
  Date.now() - Date.parse(value.first.at) < lifetimeMs

/** Undefined where nothing is stored, where it is too old, and where the browser refuses access. */
function stored(): Visits | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isCurrent(value) ? value : undefined
  } catch {
    return undefined
  }
}

const address = new URL(location.href)
const origin = originOf(address, document.referrer)
const visit: Touch = { ...origin, at: new Date().toISOString(), page: address.pathname.slice(0, maxLength) }
const isDirect = !Object.values(origin).some(Boolean)
const [navigation] = performance.getEntriesByType('navigation')
/** A reload and Back load the page of an earlier visit, which others may have followed. */
const isRepeated = navigation !== undefined && 'type' in navigation && navigation.type !== 'navigate'
let noted: Visits | undefined

/**
 * Notes this visit when it is first called, and returns the latest visits from then on: another tab may have noted one since.
 * A direct visit and a repeated one replace nothing. Where nothing can be stored, or the browser asks not to, this visit is
 * known until the page is left.
 */
window.visits = () => {
  const before = stored()
  if (noted) return before && before.last.at > noted.last.at ? before : noted
  noted = before && (isDirect || isRepeated) ? before : { first: before?.first ?? visit, last: visit }
  if (noted === before || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl)) return noted
  try {
    localStorage.setItem(key, JSON.stringify(noted))
  } catch {
    // Storage is blocked or full.
  }
  return noted
}

// A direct visit is noted with the form alone, so it does not wait for the storage now.
if (!isDirect) window.visits()
