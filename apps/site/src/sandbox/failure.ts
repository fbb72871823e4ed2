import { ApiError, type FieldError, problemOf, type PrintTemplateDetail } from '@app/api-client'
import { ChangedElsewhere } from './changed-elsewhere.ts'

/** Why something was not done, in words for the visitor, and what they can do about it. */
export interface Failure {
  title: string
  text: string
  /** Everything that is wrong with the request. */
  faults: readonly FieldError[]
  /** 'key': a new key is what helps. */
  offers?: 'key'
  /** Nothing came back: what was asked for may have been done. */
  isLost?: true
  /** The template as somebody else saved it meanwhile: one of the two has to give way. */
  newest?: PrintTemplateDetail
}

/** What is said differently of different things that are sent. */
export interface FailureWords {
  /** The title when too many are being worked on. */
  busy: string
  tooLarge: string
  /** What became of what the visitor did. */
  kept: string
  /** Stands before a list of faults. */
  faults: string
}

const ofProofs: FailureWords = {
  busy: 'Too many proofs at once',
  tooLarge: 'A template has at most 256 KB of HTML.',
  kept: 'What you typed is kept.',
  faults: 'Nothing was printed. All of it at once:',
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

const told: Record<string, Told> = {
  live_mode_unavailable: {
    title: 'A sandbox mails nothing',
    text: 'Mailing through the API is not open yet. Set DryRun to true to get the proof.',
  },
  renderer_unavailable: {
    title: 'Nothing can be printed right now',
    text: 'The part that prints proofs is not running. Everything else works, and what you typed is kept. Try again in a minute.',
  },
  untrusted_templates_unavailable: {
    title: 'Only built-in templates can be proofed here',
    text: 'This installation cannot lock up the browser that lays out HTML of others, so it lays out none. The draft still shows yours.',
  },
}

const againLater = 'Try again in a minute.'

interface Told {
  title: string
  text: string
}

function byStatus(status: number, detail: string | undefined, { tooLarge, kept }: FailureWords): Told {
  if (status === 408) {
    return { title: 'The connection is too slow', text: `What was sent did not arrive within 30 seconds. ${kept}` }
  }
  if (status === 413) return { title: 'Too large', text: tooLarge }
  if (status === 429) {
    const text = `Your network has sent many requests within a minute. ${kept} ${againLater}`
    return { title: 'Too many requests', text }
  }
  if (status >= 500) return { title: 'We could not do it', text: `Something failed on our side. ${kept} ${againLater}` }
  return { title: 'The request was refused', text: detail ?? 'The answer says no more.' }
}

const changedElsewhere = (newest: PrintTemplateDetail): Failure => ({
  title: 'The template was changed elsewhere',
  text: `Version ${newest.Version} of “${newest.Name}” was saved in another tab after you began to edit. Which one stays?`,
  faults: [],
  newest,
})

export function failureOf(error: unknown, words: FailureWords = ofProofs): Failure {
  if (error instanceof ChangedElsewhere) return changedElsewhere(error.newest)
  if (!(error instanceof ApiError)) {
    return {
      title: 'No answer',
      text: `We could not be reached, or the answer was lost. ${words.kept} ${againLater}`,
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
    return { title, text: words.faults, faults }
  }
  if (problem?.code === 'busy')
    return { title: words.busy, text: `Others came first. ${words.kept} ${againLater}`, faults }
  if (problem?.code === 'limit_reached') {
    return { title: 'The key has no room for more', text: `${problem.detail ?? ''} A new key has room again.`, faults }
  }
  return { ...(told[problem?.code ?? ''] ?? byStatus(error.status, problem?.detail, words)), faults }
}

/** The path of a member that a fault names, as `textAt` takes it. */
export const pathOf = ({ pointer }: FieldError): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
