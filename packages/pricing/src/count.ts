/**
 * Formats a count with commas: "10,000" or "1,234.5". Does not use `toLocaleString`, because the first call loads
 * locale data, which blocks a phone for a tenth of a second while a page starts.
 */
export function formatCount(count: number | bigint): string {
  const [whole = '', decimals] = String(count).split('.')
  const sign = whole.startsWith('-') ? '-' : ''
  const digits = whole.slice(sign.length)
  const head = digits.length % 3 || 3
  const grouped = sign + [digits.slice(0, head), ...(digits.slice(head).match(/\d{3}/g) ?? [])].join(',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
