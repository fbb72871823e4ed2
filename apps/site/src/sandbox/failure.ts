import { ApiError, type FieldError, problemOf } from '@app/api-client'

/** Why there is no proof, in words for the visitor, and what they can do about it. */
export interface Failure {
  title: string
  text: string
  /** Everything that is wrong with the request. */
  faults: readonly FieldError[]
  /** 'key': a new key is what helps. */
  offers?: 'key'
  /** Nothing came back: what was asked for may have been done. */
  isLost?: true
}

const keyWords: Record<string, string> = {
  key_expired: 'It has expired.',
  key_revoked: 'It was revoked.',
  key_unknown: 'It is not known here.',
  key_required: 'A template of your own needs one.',
}

const keyFailure = (why: string): Failure => ({
  title: 'A new key is needed',
  text: `${why} Take a new one in one press: your HTML is still here, and is saved with it.`,
  faults: [],
  offers: 'key',
})

const told: Record<string, { title: string; text: string }> = {
  live_mode_unavailable: {
    title: 'A sandbox mails nothing',
    text: 'Mailing through the API is not open yet. Set DryRun to true to get the proof.',
  },
  renderer_unavailable: {
    title: 'Nothing can be printed right now',
    text: 'The part that prints proofs is not running. Everything else works, and what you typed is kept. Try again in a minute.',
  },
  untrusted_templates_unavailable: {
    title: 'Only templates of the house can be proofed here',
    text: 'This installation cannot lock up the browser that lays out HTML of others, so it lays out none. The draft still shows yours.',
  },
  busy: {
    title: 'Too many proofs at once',
    text: 'Others are being proofed. What you typed is kept: try again in a minute.',
  },
}

const againLater = 'What you typed is kept. Try again in a minute.'

function byStatus(status: number, detail: string | undefined): { title: string; text: string } {
  if (status === 413) return { title: 'Too large', text: detail ?? 'A template has at most 256 KB of HTML.' }
  if (status === 429) {
    return { title: 'Too many requests', text: `Your network has sent many requests within a minute. ${againLater}` }
  }
  if (status >= 500) return { title: 'We could not do it', text: `Something failed on our side. ${againLater}` }
  return { title: 'The request was refused', text: detail ?? 'The answer says no more.' }
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) {
    return {
      title: 'No answer',
      text: `We could not be reached, or the answer was lost. ${againLater}`,
      faults: [],
      isLost: true,
    }
  }
  const problem = problemOf(error)
  if (problem?.code === 'template_not_allowed') return keyFailure('A template of your own needs one.')
  if (error.status === 401) return keyFailure(keyWords[problem?.code ?? ''] ?? 'Yours does not work.')
  const faults = problem?.errors ?? []
  if (faults.length > 0) {
    const title = faults.length === 1 ? 'One thing to correct' : `${faults.length} things to correct`
    return { title, text: 'Nothing was printed. All of it at once:', faults }
  }
  return { ...(told[problem?.code ?? ''] ?? byStatus(error.status, problem?.detail)), faults }
}

/** The path of a member that a fault names, as `textAt` takes it. */
export const pathOf = ({ pointer }: FieldError): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
