/**
 * "10,000" or "1,234.5": all digits, with a comma between thousands. Not by `toLocaleString`, whose data a browser loads with the
 * first call: that blocks a phone for a tenth of a second, in the middle of starting a page.
 */
export function formatCount(count: number | bigint): string {
  const [whole = '', decimals] = String(count).split('.')
  const sign = whole.startsWith('-') ? '-' : ''
  const digits = whole.slice(sign.length)
  const head = digits.length % 3 || 3
  const grouped = sign + [digits.slice(0, head), ...(digits.slice(head).match(/\d{3}/g) ?? [])].join(',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
