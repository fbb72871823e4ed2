import type { Touch, Touches } from '@app/api-client'

/** First and last visit, kept in this browser and sent with a form, never before. */
type Kept = Pick<Touches, 'first' | 'last'>

const key = 'touches'
const lifetimeMs = 90 * 86_400_000
const most = 200

const clickIds = ['gclid', 'gbraid', 'wbraid', 'msclkid', 'fbclid', 'ttclid', 'li_fat_id', 'twclid'] as const

/** One line of printable text. What has an @ may be somebody's email that a mailing put into its links: it is not kept. */
function cleaned(text: string | null | undefined): string | undefined {
  const line = (text ?? '').replaceAll(/[\p{C}\s]+/gu, ' ').trim()
  return line.includes('@') ? undefined : Array.from(line).slice(0, most).join('').trim() || undefined
}

const hostOf = (url: string): string | undefined => (URL.canParse(url) ? new URL(url).host : undefined)

/** The address that was opened: links have changed it since. */
const openedAddress = (): string => performance.getEntriesByType('navigation')[0]?.name ?? location.href

/** How the visit that opened this address began. */
function touchOf(address: string, referrer: string): Touch {
  const { pathname, searchParams: query, host } = new URL(address)
  const clickIdKind = clickIds.find((name) => query.get(name))
  const from = hostOf(referrer)
  const traits = {
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
  const known = Object.fromEntries(Object.entries(traits).filter(([, value]) => value !== undefined))
  return { ...known, at: new Date().toISOString(), page: pathname.slice(0, most) }
}

const isKept = (value: unknown): value is Kept =>
  typeof value === 'object' &&
  value !== null &&
  'last' in value &&
  'first' in value &&
  typeof value.first === 'object' &&
  value.first !== null &&
  'at' in value.first &&
  Date.now() - Date.parse(String(value.first.at)) < lifetimeMs

/** Undefined where there is none, where it is too old, and where the browser refuses access. */
function stored(): Kept | undefined {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    return isKept(value) ? value : undefined
  } catch {
    return undefined
  }
}

let kept: Kept | undefined

/**
 * Notes how this visit began. A visitor who comes back by typing the address was brought by what brought them before, so that
 * such a visit replaces nothing. Where nothing can be stored, or the browser asks not to, it is known until the page is left.
 */
export function noteTouch(): Kept {
  const touch = touchOf(openedAddress(), document.referrer)
  const before = stored()
  const { at: _at, page: _page, ...origin } = touch
  kept = before && Object.keys(origin).length === 0 ? before : { first: before?.first ?? touch, last: touch }
  if (kept === before || ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl)) return kept
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Storage is blocked or full.
  }
  return kept
}

/** What a form on this page sends. A visit that nothing brought is noted only now. */
export const touchesFrom = (formPage: string): Touches => ({
  ...(kept ?? noteTouch()),
  formPage: formPage.slice(0, most),
})
