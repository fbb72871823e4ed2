/** The query string of a URL. Plain commas separate list items. A comma within an item is encoded. */
export const queryString = (params: object = {}): string =>
  Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const items: unknown[] = Array.isArray(value) ? value : [value]
      return `${name}=${items.map((item) => encodeURIComponent(String(item))).join(',')}`
    })
    .join('&')
