/** Area code and exchange of the North American plan: neither begins with 0 or 1, and neither is a service code like 911. */
const usNumber = /^1?([2-9](?!11)\d\d[2-9](?!11)\d{6})$/

/** "+1" and ten digits for a US number, else null. A number with the prefix of another country is not a US number. */
export function normalizedPhone(typed: string | null): string | null {
  if (typed === null || /^\s*\+(?!\D*1)/.test(typed)) return null
  const [, digits] = usNumber.exec(typed.replaceAll(/\D/g, '')) ?? []
  return digits ? `+1${digits}` : null
}
