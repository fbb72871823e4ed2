import type { EntityManager } from '@mikro-orm/postgresql'
import { sql } from 'kysely'
import { codeOf, ProblemError } from '../errors/errors.ts'
import { folded, phoneKeyOf } from './folded-text.ts'
import type { Page, Where } from './keyset-page.ts'
import { run, type Fragment } from './sql.ts'

/** A text search stops counting here, because its matches cannot be pre-aggregated. */
export const searchCountCap = 1_000

/** Companies spell "and" in different ways. */
const joiners = new Set(['and', '&'])

/**
 * Phone numbers as people write them: ten digits or more, with a country code or an extension, or a part of a number with
 * its punctuation, like "(617) 555" and "555-0123".
 */
const phoneNumber =
  /(?<![\p{L}\p{N}@-])(?:\+?\(?\d(?:[ ().\u2010-\u2015-]{0,3}\d){9,14}(?: ?(?:x|ext\.?|extension|#) ?\d{1,6})?|(?:\(\d{3}\) ?|\d{3}[.-])\d{3,4}(?:[.-]\d{1,4})?)(?![\p{L}\p{N}@-])/giu

/** A word, or a phone number in several spellings. */
type Word = readonly [text: string, ...others: string[]]

/** The words to search for. A search for only "and" uses that word. */
function wordsOf(text: string): Word[] {
  const numbers = (text.match(phoneNumber) ?? []).map((number): Word => [phoneKeyOf(number), folded(number)])
  const all = folded(text.replaceAll(phoneNumber, ' ')).split(/\s+/).filter(Boolean)
  const words = all.filter((word) => !joiners.has(word))
  return [...numbers, ...(words.length + numbers.length > 0 ? words : all).map((word): Word => [word])]
}

/** Characters with a meaning in LIKE patterns match themselves. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** A word that is long enough to be looked up by parts of it. */
const longWord = /[a-z0-9]{9,}/

/**
 * True when this text contains a word. The trigram index reads one list per trigram. A long word has many trigrams, and
 * three of them narrow the result as well as all do: only those use the index, and `is true` keeps the planner from
 * using it for the whole word. Measured at 1,000,000 leads: 0.4 instead of 1.7 ms.
 */
function contains(searched: Fragment, [word, ...spellings]: Word): Where {
  const has = (text: string) => sql`(${searched}) like ${containing(text)}`
  const others = spellings.filter((other) => other !== word)
  if (others.length > 0) return [sql`(${sql.join([word, ...others].map(has), sql` or `)})`]
  const [long] = longWord.exec(word) ?? []
  if (!long) return [has(word)]
  const middle = Math.floor(long.length / 2) - 1
  const parts = [long.slice(0, 3), long.slice(middle, middle + 3), long.slice(-3)]
  return [...parts.map(has), sql`(${has(word)}) is true`]
}

/** Records whose text contains every word, in any order. */
export const searchCondition = (searched: Fragment, text: string | undefined): Where =>
  wordsOf(text ?? '').flatMap((word) => contains(searched, word))

/** A shorter word with a typo could be almost any other. */
const minSimilarLetters = 4
/** Folding turns one character into up to 18 letters. PostgreSQL cannot be interrupted while it compiles their patterns. */
const maxSimilarLetters = 200
const lettersForEachTypo = 8

/**
 * A pattern for all texts that are at most one typo away from these letters: one letter is missing, added, or replaced,
 * or two neighbors are swapped. An added one may be a space, so that "greenleaf" is similar to "green leaf".
 */
function oneTypo([letter, ...rest]: readonly string[]): string {
  if (letter === undefined) return '.?'
  const [next, ...others] = rest
  const swapped = next === undefined ? '' : `|${next}${letter}${others.join('')}`
  return `(?:${letter}${oneTypo(rest)}|.?${rest.join('')}|.${letter}${rest.join('')}${swapped})`
}

/** A long word may have a typo in each of its parts. */
function similarTo(word: string): string {
  const letters = Array.from(word)
  const parts = Math.max(1, Math.floor(letters.length / lettersForEachTypo))
  const size = Math.ceil(letters.length / parts)
  const patterns = Array.from({ length: parts }, (_, part) => oneTypo(letters.slice(part * size, (part + 1) * size)))
  return String.raw`\m${patterns.join('')}\M`
}

const partsOf = (word: string): string[] => word.split(/[^\p{L}\p{N}]+/u).filter(Boolean)

/** Records whose text contains similarly spelled words. Undefined when no word is long enough. */
function similarCondition(searched: Fragment, text: string): Where | undefined {
  const words = wordsOf(text).flatMap(([word, ...spellings]): Word[] =>
    spellings.length > 0 ? [[word, ...spellings]] : partsOf(word).map((part): Word => [part]),
  )
  // A different number is a different street, phone, or ZIP Code, not a typo.
  const mayBeATypo = ([word]: Word) => Array.from(word).length >= minSimilarLetters && !/\p{N}/u.test(word)
  if (!words.some(mayBeATypo) || words.join('').length > maxSimilarLetters) return undefined
  return words.flatMap((word) =>
    mayBeATypo(word) ? [sql`(${searched}) ~ ${similarTo(word[0])}`] : contains(searched, word),
  )
}

/**
 * The condition of an export that matches the list on the screen: exact or similar words, whichever the list's page
 * used.
 * @throws {ProblemError} 503 when that cannot be determined, because an empty file would contradict the list.
 */
export function exportedCondition(
  searched: Fragment,
  text: string | undefined,
  { isSimilar, isCutShort }: Pick<Page<unknown>, 'isSimilar' | 'isCutShort'>,
): Where {
  if (isCutShort) throw new ProblemError(503, 'busy', 'The search took too long.', { retryAfterSeconds: 5 })
  return (isSimilar && text && similarCondition(searched, text)) || searchCondition(searched, text)
}

/**
 * Comparing spellings gets slower as more records share a prefix. After this time, the search returns no similar
 * records.
 */
const similarTimeoutMs = 800
const queryCanceled = '57014'

/** A page of the records that contain the words, or, if there are none, of those with similarly spelled words. */
export async function searchedPage<Row>(
  em: EntityManager,
  searched: Fragment,
  text: string | undefined,
  pageOf: (em: EntityManager, search: Where) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  const page = await pageOf(em, searchCondition(searched, text))
  const similar = page.rows.length === 0 && text ? similarCondition(searched, text) : undefined
  if (!similar) return page
  try {
    const found = await em.transactional(async (transaction) => {
      await run(transaction, sql`set local statement_timeout = ${sql.lit(similarTimeoutMs)}`)
      return pageOf(transaction, similar)
    })
    return found.rows.length > 0 ? { ...found, isSimilar: true } : page
  } catch (error) {
    if (codeOf(error) === queryCanceled) return { ...page, isCutShort: true }
    throw error
  }
}
