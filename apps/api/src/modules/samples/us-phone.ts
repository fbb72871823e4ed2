/** Area code and exchange of the North American plan: neither begins with 0 or 1, nor is a service code like 911. */
const usNumber = /^1?([2-9](?!11)\d\d[2-9](?!11)\d{6})$/

/** "+1" and ten digits when this is a US number, else null. Another country's prefix makes it none. */
export function normalizedPhone(typed: string | null): string | null {
  if (typed === null || /^\s*\+(?!\D*1)/.test(typed)) return null
  const [, digits] = usNumber.exec(typed.replaceAll(/\D/g, '')) ?? []
  return digits ? `+1${digits}` : null
}
