import type { SampleRequest } from '@app/api-client'
import { type Typeface, unprintableIn } from '../../../pdf/typefaces.ts'

export interface Unprintable {
  request: SampleRequest
  /** Each character once, in the order of the text. */
  characters: string[]
}

/** The requests with characters that can't be printed. */
export const unprintableOf = (
  requests: SampleRequest[],
  textOf: (request: SampleRequest) => string,
  typeface: Typeface,
): Unprintable[] =>
  requests
    .map((request) => ({ request, characters: [...new Set(unprintableIn(textOf(request), typeface))] }))
    .filter(({ characters }) => characters.length > 0)
