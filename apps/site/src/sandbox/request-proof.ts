import {
  getProof,
  type LetterInput,
  type PostcardInput,
  type PrintTemplate,
  type Proof,
  createLetter,
  createPostcard,
} from '@app/api-client'
import type { Draft } from './draft.ts'
import { type KeySession, withKey } from './key-storage.ts'
import { loadKeyFeatures } from './load-key-features.ts'
import { once } from './once.ts'
import { isLetter, type Side, sidesOf, withText } from './sandbox-request.ts'
import { unsavedHtml } from './template-html.ts'

/** The current step of a proof. */
export type Step = 'saving' | 'sending' | 'rendering'

/** Callbacks for the progress of a proof. */
export interface ProofEvents {
  step: (step: Step) => void
  /** Called after a template was saved. The request now refers to it by this id. */
  saved: (side: Side, template: PrintTemplate, html: string, session: KeySession) => void
  /** Called with each state of the proof. */
  proof: (proof: Proof) => void
}

/** Saves edited templates. @returns the body with the ids of the saved templates, and the version of each side's. */
async function saveEdits(draft: Draft, session: KeySession | undefined, events: ProofEvents) {
  let body = draft.body
  const versions = []
  for (const side of sidesOf(draft.body)) {
    const html = unsavedHtml(draft, session, side)
    if (html === undefined || !session) {
      versions.push(session?.templates[side.templateId]?.version)
      continue
    }
    events.step('saving')
    const { saveTemplate } = await loadKeyFeatures()
    const template = await saveTemplate(side, html, draft, session)
    events.saved(side, template, html, session)
    versions.push(template.Version)
    body = withText(body, [side.member], template.Id)
  }
  return { body, versions }
}

async function send(body: Draft['body'], headers: { 'Idempotency-Key': string }, session: KeySession | undefined) {
  // The visitor may have typed anything, and the API validates it.
  const typed: unknown = body
  const { data } = await (isLetter(body)
    ? // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      createLetter(typed as LetterInput, headers, withKey(session))
    : // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
      createPostcard(typed as PostcardInput, headers, withKey(session)))
  return data
}

const pauseMs = 1_000
/** After this many polls, the visitor decides whether to keep waiting. */
const maxPolls = 120

/** Polls a proof until it is ready or has failed, or until two minutes have passed. */
export async function pollUntilDone(first: Proof, events: ProofEvents): Promise<void> {
  let proof = first
  events.proof(proof)
  for (let polls = 0; proof.Status === 'rendering' && polls < maxPolls; polls += 1) {
    events.step('rendering')
    await new Promise((resolve) => {
      setTimeout(resolve, pauseMs)
    })
    proof = (await getProof(proof.Id)).data
    events.proof(proof)
  }
}

/**
 * Saves the templates, sends the request, and waits for the proof. A retry after a lost response gets the same proof,
 * unless a template has a newer version by then.
 */
export async function requestProof(draft: Draft, session: KeySession | undefined, events: ProofEvents): Promise<void> {
  const { body, versions } = await saveEdits(draft, session, events)
  events.step('sending')
  await once([session?.key, body, versions], async (headers) =>
    pollUntilDone(await send(body, headers, session), events),
  )
}
