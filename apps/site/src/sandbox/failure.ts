import { ApiError, type FieldError, problemOf, type PrintTemplateDetail } from '@app/api-client'

/** Another tab or browser saved the template after this tab opened it. */
export class TemplateConflict extends Error {
  readonly newest: PrintTemplateDetail

  constructor(newest: PrintTemplateDetail) {
    super('The template was changed elsewhere')
    this.newest = newest
  }
}

/** An error message for the visitor, with ways to recover. */
export interface Failure {
  title: string
  text: string
  /** Every fault of the request. */
  faults?: readonly FieldError[]
  /** 'key': a new key resolves the failure. */
  offers?: 'key'
  /** The version of the template that another tab saved in the meantime. The visitor has to pick one of the two. */
  newest?: PrintTemplateDetail
}

/** Texts that depend on the request that failed. */
export interface FailureTexts {
  /** Title of the error when the server is too busy. */
  busy: string
  tooLarge: string
  /** Says that the visitor's work is safe. */
  kept: string
  /** Introduces the list of faults. */
  faults: string
}

const proofTexts: FailureTexts = {
  busy: 'Too many proofs at once',
  tooLarge: 'A template can have up to 256 KB of HTML.',
  kept: 'Your work is saved.',
  faults: 'Nothing was printed. Fix the following and try again:',
}

const keyErrors: Record<string, string> = {
  key_expired: 'Your key has expired.',
  key_revoked: 'Your key was revoked.',
  invalid_key: 'Your key isn’t valid here.',
  key_required: 'Your own templates need a key.',
}

const keyFailure = (reason: string): Failure => ({
  title: 'You need a new key',
  text: `${reason} Get a new one with one click. Your HTML is still here and will be saved with it.`,
  offers: 'key',
})

const messages: Record<string, Failure> = {
  live_mode_unavailable: {
    title: 'The sandbox does not mail anything',
    text: 'Set DryRun to true to get the proof. Sending requires an account key.',
  },
  renderer_unavailable: {
    title: 'Proofs are unavailable right now',
    text: 'The service that renders proofs is not running. Everything else works, and your work is saved. Try again in a minute.',
  },
  untrusted_templates_unavailable: {
    title: 'Only built-in templates can be proofed here',
    text: 'This server can’t render custom HTML, because it has no isolated browser. The draft still shows yours.',
  },
}

const tryLater = 'Try again in a minute.'

function messageFor(status: number, detail: string | undefined, { tooLarge, kept }: FailureTexts): Failure {
  if (status === 408) {
    return { title: 'The connection is too slow', text: `The upload took longer than 30 seconds. ${kept}` }
  }
  if (status === 413) return { title: 'Too large', text: tooLarge }
  if (status === 429) {
    return { title: 'Too many requests', text: `Your network sent too many requests this minute. ${kept} ${tryLater}` }
  }
  if (status >= 500) return { title: 'Something went wrong', text: `The error is on our side. ${kept} ${tryLater}` }
  return { title: 'The request was rejected', text: detail ?? 'The response gives no reason.' }
}

const conflictFailure = (newest: PrintTemplateDetail): Failure => ({
  title: 'The template was changed elsewhere',
  text: `Version ${newest.Version} of “${newest.Name}” was saved in another tab after you started editing. Which one do you want to keep?`,
  newest,
})

/** Turns any error of an API call into a message for the visitor. */
export function failureOf(error: unknown, texts: FailureTexts = proofTexts): Failure {
  if (error instanceof TemplateConflict) return conflictFailure(error.newest)
  if (!(error instanceof ApiError)) {
    return {
      title: 'No response',
      text: `We could not be reached, or the response was lost. ${texts.kept} ${tryLater}`,
    }
  }
  const problem = problemOf(error)
  const code = problem?.code ?? ''
  if (code === 'template_not_allowed') return keyFailure('Your own templates need a key.')
  if (error.status === 401) return keyFailure(keyErrors[code] ?? 'Your key does not work.')
  const faults = problem?.errors ?? []
  if (faults.length > 0) {
    const title = faults.length === 1 ? 'One thing to fix' : `${faults.length} things to fix`
    return { title, text: texts.faults, faults }
  }
  if (code === 'busy') return { title: texts.busy, text: `Others are ahead of you. ${texts.kept} ${tryLater}` }
  if (code === 'limit_reached') {
    return { title: 'This key has reached its limit', text: `${problem?.detail ?? ''} A new key starts empty.` }
  }
  return messages[code] ?? messageFor(error.status, problem?.detail, texts)
}

/** The path of the field that a fault points to, in the form that `textAt` takes. */
export const pathOf = ({ pointer }: FieldError): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
