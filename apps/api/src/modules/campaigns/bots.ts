/**
 * Words that programs have in their User-Agent and browsers do not. Messengers and mail filters fetch a link to show or to check
 * it before anybody taps on it.
 */
const words =
  /bot\b|bots\b|[a-z]bot|crawl|spider|slurp|preview|scanner|monitor|fetch|http|curl|wget|python|java\/|okhttp|axios|headless|lighthouse|facebookexternalhit|whatsapp|telegram|skypeuri|embedly|archiver|validator/i

/** Well-behaved robots put a contact URL into their name, as in `(+http://…)`. */
const looksLikeABrowser = /^mozilla\/5\.0 \(/i

/** True for a program, as opposed to a person who scanned a code. */
export const isBot = (userAgent = ''): boolean => !looksLikeABrowser.test(userAgent) || words.test(userAgent)
