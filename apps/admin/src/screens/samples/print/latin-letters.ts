import type { SampleRequest } from '@app/api-client'
import { hasUnprintable } from './helvetica.ts'

const written = ['firstName', 'lastName', 'company', 'addressLine1', 'addressLine2', 'city', 'notes'] as const

const isForeign = (request: SampleRequest) => written.some((field) => hasUnprintable(request[field] ?? ''))

export interface LatinRequests {
  requests: SampleRequest[]
  /** Of these some text was put into other letters. */
  changed: SampleRequest[]
}

/** Addresses in the United States are read in Latin letters; the printer's font has no others. */
export async function inLatinLetters(requests: SampleRequest[]): Promise<LatinRequests> {
  const changed = requests.filter(isForeign)
  if (changed.length === 0) return { requests, changed }
  // Two hundred kilobytes that hardly anybody needs.
  const { default: anyAscii } = await import('any-ascii')
  const inLatin = (request: SampleRequest): SampleRequest => ({
    ...request,
    ...Object.fromEntries(
      written.flatMap((field) => {
        const text = request[field]
        return text && hasUnprintable(text) ? [[field, anyAscii(text)]] : []
      }),
    ),
  })
  return { requests: requests.map((request) => (changed.includes(request) ? inLatin(request) : request)), changed }
}
