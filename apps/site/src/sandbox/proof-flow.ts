import {
  getProof,
  type LetterInput,
  type PostcardInput,
  type PrintTemplate,
  type Proof,
  proofLetter,
  proofPostcard,
} from '@app/api-client'
import type { Draft } from './draft.ts'
import { type SandboxKeyRing, withKey } from './key-storage.ts'
import { loadKeyHolder } from './load-key-holder.ts'
import { isLetter, type Side, sidesOf, withText } from './sandbox-request.ts'
import { unsavedHtml } from './unsaved-html.ts'

/** What is happening, as far as the page knows it. */
export type Step = 'saving' | 'sending' | 'rendering'

/** What is told on the way to a proof. */
export interface Reports {
  step: (step: Step) => void
  /** A template was saved: the request now has this id for it. */
  saved: (side: Side, template: PrintTemplate, html: string) => void
  proof: (proof: Proof) => void
  pause: (milliseconds: number) => Promise<void>
}

/** Saves what was edited. @returns the body with the ids of the saved templates. */
async function bodyWithSaved(draft: Draft, ring: SandboxKeyRing | undefined, reports: Reports) {
  let body = draft.body
  for (const side of sidesOf(draft.body)) {
    const html = unsavedHtml(draft, ring, side)
    if (html === undefined || !ring) continue
    reports.step('saving')
    const { saveTemplate } = await loadKeyHolder()
    const template = await saveTemplate(side, html, draft, ring)
    reports.saved(side, template, html)
    body = withText(body, [side.member], template.Id)
  }
  return body
}

async function send(body: Draft['body'], idempotencyKey: string, ring: SandboxKeyRing | undefined): Promise<Proof> {
  const headers = { 'Idempotency-Key': idempotencyKey }
  // The visitor may have written anything. The API checks it, and says all that is wrong.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  if (isLetter(body)) return (await proofLetter(body as unknown as LetterInput, headers, withKey(ring))).data
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return (await proofPostcard(body as unknown as PostcardInput, headers, withKey(ring))).data
}

const pauseMs = 1_000
/** A proof that is not ready after this many questions is asked for again when the visitor wants it. */
const mostQuestions = 120

/** Asks for a proof until it is ready or has failed. It may still be rendering after two minutes. */
export async function awaited(first: Proof, reports: Reports): Promise<Proof> {
  let proof = first
  for (let asked = 0; proof.Status === 'rendering' && asked < mostQuestions; asked += 1) {
    reports.proof(proof)
    reports.step('rendering')
    await reports.pause(pauseMs)
    proof = (await getProof(proof.Id)).data
  }
  return proof
}

/** Saves the templates, sends the request, and waits for the proof. */
export async function proofOf(
  draft: Draft,
  ring: SandboxKeyRing | undefined,
  keyFor: (body: Draft['body']) => string,
  reports: Reports,
): Promise<Proof> {
  const body = await bodyWithSaved(draft, ring, reports)
  reports.step('sending')
  return awaited(await send(body, keyFor(body), ring), reports)
}
