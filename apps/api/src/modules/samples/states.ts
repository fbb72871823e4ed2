import { otherStateNames, stateNames } from '@app/labels'

const codes = new Map(
  Object.entries({ ...stateNames, ...otherStateNames }).flatMap(([code, name]) => [
    [code, code],
    [name.toUpperCase(), code],
  ]),
)

interface ReadState {
  /** The USPS code, or the text as typed if it is neither a code nor a name. */
  state: string
  needsReview: boolean
}

/** Reads a USPS code or a full name, in upper or lower case. */
export function readState(typed: string): ReadState {
  const state = typed.trim()
  const code = codes.get(state.toUpperCase().replaceAll(/\s+/g, ' '))
  return { state: code ?? state, needsReview: code === undefined }
}
