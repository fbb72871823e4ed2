/** The query of an address. Items of a list are separated by plain commas; a comma within a value is encoded. */
export const queryString = (params: object = {}): string =>
  Object.entries(params)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const items: unknown[] = Array.isArray(value) ? value : [value]
      return `${name}=${items.map((item) => encodeURIComponent(String(item))).join(',')}`
    })
    .join('&')
