import { createHash, randomBytes } from 'node:crypto'

/**
 * Words found in the User-Agent of programs, but not of browsers. Messengers and mail filters fetch a link to preview
 * or check it before anyone taps it.
 */
const words =
  /bot\b|bots\b|[a-z]bot|crawl|spider|slurp|preview|scanner|monitor|fetch|http|curl|wget|python|java\/|okhttp|axios|headless|lighthouse|facebookexternalhit|whatsapp|telegram|skypeuri|embedly|archiver|validator/i

/** Well-behaved robots put a contact URL into their name, as in `(+http://…)`. */
const looksLikeABrowser = /^mozilla\/5\.0 \(/i

/** True for a program rather than a person who scanned a code. */
export const isBot = (userAgent = ''): boolean => !looksLikeABrowser.test(userAgent) || words.test(userAgent)

/** Long enough for reloads and double taps, short enough for a person who scans another piece. */
const windowMs = 10_000
const maxScans = 20_000

interface Scan {
  code: string
  isBot: boolean
  /** The address or network of the request. */
  caller: string
  userAgent: string | undefined
}

/**
 * Separates a browser's first request for a code from its repeats within ten seconds. Stores only a hash with a
 * per-process salt, so no address is stored.
 */
export function recentScans(clock: Pick<typeof performance, 'now'> = performance) {
  const salt = randomBytes(16)
  /** When each request was counted, oldest first. */
  const counted = new Map<string, number>()

  const forget = (now: number) => {
    for (const [scan, at] of counted) {
      if (now - at < windowMs && counted.size < maxScans) return
      counted.delete(scan)
    }
  }

  /** True when the request counts as a scan. */
  return ({ code, isBot, caller, userAgent = '' }: Scan): boolean => {
    const now = clock.now()
    forget(now)
    // A browser may prefetch a link, which counts as a bot, before its user follows it.
    const request = JSON.stringify([code, isBot, caller, userAgent])
    const scan = createHash('sha256').update(salt).update(request).digest('base64')
    if (counted.has(scan)) return false
    counted.set(scan, now)
    return true
  }
}
