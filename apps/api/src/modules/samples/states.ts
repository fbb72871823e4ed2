import { otherStateNames, stateNames } from '@app/labels'

const codes = new Map(
  Object.entries({ ...stateNames, ...otherStateNames }).flatMap(([code, name]) => [
    [code, code],
    [name.toUpperCase(), code],
  ]),
)

/** Reads a USPS code or a full name, in any case. Any other text is kept and needs review. */
export function readState(typed: string): { state: string; needsReview: boolean } {
  const state = typed.trim()
  const code = codes.get(state.toUpperCase().replaceAll(/\s+/g, ' '))
  return { state: code ?? state, needsReview: code === undefined }
}
