import type { Proof } from '@app/api-client'
import { useRef, useState } from 'react'
import { type Draft, withoutKey } from './draft.ts'
import { type Failure, failureOf } from './failure.ts'
import { isExpired, type SavedTemplates } from './key-storage.ts'
import { pollUntilDone, type ProofEvents, requestProof, type Step } from './request-proof.ts'
import { bodyOf, sidesOf } from './sandbox-request.ts'
import { needsKey } from './template-html.ts'
import type { KeyState } from './use-key.ts'

/** Everything a proof depends on, regardless of which key the templates are saved with. */
function contentOf(draft: Draft, templates: SavedTemplates): string {
  const { body, edits } = withoutKey(draft, templates)
  return JSON.stringify([body, sidesOf(body).map(({ templateId }) => edits[templateId])])
}

const invalidJson: Failure = {
  title: 'The JSON is not valid yet',
  text: 'Nothing was sent. The JSON view shows the problem.',
}

/** Proofs of the draft, each with a working key if it needs one, and the view of the proof panel. */
export function useProofing(draft: Draft, templates: SavedTemplates, key: KeyState, saved: ProofEvents['saved']) {
  /** Undefined while no proof is being made. */
  const [step, setStep] = useState<Step>()
  const [latest, setLatest] = useState<{ proof: Proof; draft: Draft }>()
  const [failure, setFailure] = useState<Failure>()
  // "Proof It" switches to the proof, and typing switches back to the draft.
  const [view, setView] = useState<'Draft' | 'Proof'>('Draft')
  const isBusy = useRef(false)
  const { session } = key
  const isJsonInvalid = draft.json !== undefined && typeof bodyOf(draft.json) === 'string'
  const isKeyRejected = failure?.offers === 'key'

  const createKey = () => {
    // The earlier failure may have been about the previous key.
    setFailure(undefined)
    key.create().catch((error: unknown) => setFailure(failureOf(error)))
  }
  const renewKey = () => {
    key.forget()
    createKey()
  }

  /**
   * The draft, and the key to proof it with. Creates a key if the draft needs one, or if the current one no longer
   * works.
   */
  const withWorkingKey = async () => {
    const mustReplace = session && (isKeyRejected || isExpired(session, new Date()))
    if (session && !mustReplace) return { sent: draft, session }
    const sent = mustReplace ? withoutKey(draft, templates) : draft
    if (mustReplace) key.forget()
    const mustCreate = isKeyRejected || needsKey(sent, undefined)
    return { sent, session: mustCreate ? await key.create() : undefined }
  }
  const eventsOf = (sent: Draft): ProofEvents => ({
    step: setStep,
    saved,
    proof: (proof) => setLatest({ proof, draft: sent }),
  })
  const run = async (work: () => Promise<void>) => {
    setFailure(undefined)
    isBusy.current = true
    try {
      await work()
    } catch (error) {
      setFailure(failureOf(error))
    }
    setStep(undefined)
    isBusy.current = false
  }
  const proofIt = () => {
    if (isBusy.current) return
    setView('Proof')
    if (isJsonInvalid) return setFailure(invalidJson)
    void run(async () => {
      const working = await withWorkingKey()
      setLatest(undefined)
      await requestProof(working.sent, working.session, eventsOf(working.sent))
    })
  }

  return {
    proof: latest?.proof,
    step,
    failure: failure === invalidJson && !isJsonInvalid ? undefined : failure,
    setFailure,
    proofIt,
    /** Keeps polling an unfinished proof. */
    resume: () => latest && void run(() => pollUntilDone(latest.proof, eventsOf(latest.draft))),
    view,
    setView,
    createKey,
    renewKey,
    /** True if the button creates a key first. */
    createsKey: !session && (needsKey(draft, undefined) || isKeyRejected),
    isWorking: step !== undefined || key.isCreating,
    /** True if the draft has changed since the proof was requested. */
    isOutdated: latest !== undefined && contentOf(latest.draft, templates) !== contentOf(draft, templates),
  }
}
