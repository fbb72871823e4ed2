import type { Touch, Touches } from '@app/api-client'

// The script inlined into every page (scripts/inline-visit.ts). It runs before anything else loads, so that a visitor who
// moves on right away is still attributed to the right source. Every byte of it delays the first paint.

/** First and last visit, kept in this browser and sent only with a form. */
type Visits = Pick<Touches, 'first' | 'last'>

declare global {
  interface Window {
    /** First and last visit. Missing if the browser blocked the page's script. */
    visits?: () => Visits
  }
}

const key = 'touches'
const lifetimeMs = 90 * 86_400_000
const maxLength = 200

const clickIds = ['gclid', 'gbraid', 'wbraid', 'msclkid', 'fbclid', 'ttclid', 'li_fat_id', 'twclid'] as const

/**
 * One line of printable text. Text with an @ is dropped: it may be an email address that a mailing put into its links.
 */
function cleaned(text: string | null | undefined): string | undefined {
  const line = (text ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return line.includes('@') ? undefined : Array.from(line).slice(0, maxLength).join('').trim() || undefined
}

/** The source of the visit. Empty if the visitor typed the URL or followed a link within this site. */
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

/** Undefined if nothing is stored, if it is too old, or if the browser blocks access. */
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
/** Reload and Back show the page of an earlier visit again, possibly after later visits. */
const isRepeated = navigation !== undefined && 'type' in navigation && navigation.type !== 'navigate'
let recorded: Visits | undefined

/**
 * Records this visit on the first call, and returns the latest visits, which may come from another tab. Direct and
 * repeated visits do not replace an earlier one. If storage is blocked, or the browser sends Global Privacy Control, the
 * visit is kept only until the visitor leaves the page.
 */
window.visits = () => {
  const before = stored()
  if (recorded) return before && before.last.at > recorded.last.at ? before : recorded
  recorded = before && (isDirect || isRepeated) ? before : { first: before?.first ?? visit, last: visit }
  if (recorded === before || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl)) return recorded
  try {
    localStorage.setItem(key, JSON.stringify(recorded))
  } catch {
    // Storage is blocked or full.
  }
  return recorded
}

// A direct visit is stored once the page has loaded, so it does not delay the first paint, or when the visitor leaves before.
if (isDirect) for (const type of ['load', 'pagehide']) addEventListener(type, window.visits)
else window.visits()
