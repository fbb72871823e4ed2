/**
 * "10,000" or "1,234.5": all digits, with a comma between thousands. Not by `toLocaleString`, whose data a browser loads with the
 * first call: that blocks a phone for a tenth of a second, in the middle of starting a page.
 */
export function formatCount(count: number | bigint): string {
  const [whole = '', decimals] = String(count).split('.')
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}
