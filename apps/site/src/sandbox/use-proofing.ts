import { useRef, useState } from 'react'
import { type Draft, withoutKey } from './draft.ts'
import { type Failure, failureOf } from './failure.ts'
import { isExpired, type SavedTemplates } from './key-storage.ts'
import { bodyOf, sidesOf } from './sandbox-request.ts'
import { needsKey } from './unsaved-html.ts'
import type { KeyState } from './use-key.ts'
import { type OnSaved, type ProofRequest, useProof } from './use-proof.ts'

/** Everything a proof depends on, regardless of which key the templates are saved with. */
function contentOf(draft: Draft, templates: SavedTemplates): string {
  const { body, edits } = withoutKey(draft, templates)
  return JSON.stringify([body, sidesOf(body).map(({ templateId }) => edits[templateId])])
}

const invalidJson: Failure = {
  title: 'The JSON is not valid yet',
  text: 'Nothing was sent. The note below the editor shows where the JSON breaks off.',
  faults: [],
}

/** Proofs of the draft, each with a working key if it needs one, and the view of the proof panel. */
export function useProofing(draft: Draft, templates: SavedTemplates, key: KeyState, onSaved: OnSaved) {
  const proof = useProof(onSaved)
  const { failure, setFailure } = proof
  // "Proof It" switches to the proof, and typing switches back to the draft.
  const [view, setView] = useState<'Draft' | 'Proof'>('Draft')
  const isBusy = useRef(false)
  const { session } = key
  const isKeyRejected = failure?.offers === 'key'

  const createKey = () => {
    // It may have been about the key before.
    setFailure(undefined)
    key.create().catch((error: unknown) => setFailure(failureOf(error)))
  }
  const renewKey = () => {
    key.forget()
    createKey()
  }

  /** The draft, and the key to proof it with: a new one instead of one that no longer works, or if the draft needs one. */
  const withWorkingKey = async (): Promise<ProofRequest> => {
    const mustReplace = session && (isKeyRejected || isExpired(session, new Date()))
    if (session && !mustReplace) return { draft, session }
    const sent = mustReplace ? withoutKey(draft, templates) : draft
    if (mustReplace) key.forget()
    const mustCreate = isKeyRejected || needsKey(sent, undefined)
    return { draft: sent, session: mustCreate ? await key.create() : undefined }
  }
  const proofIt = async () => {
    if (isBusy.current) return
    setView('Proof')
    if (draft.json !== undefined && typeof bodyOf(draft.json) === 'string') return setFailure(invalidJson)
    setFailure(undefined)
    isBusy.current = true
    try {
      await proof.start(await withWorkingKey())
    } catch (error) {
      setFailure(failureOf(error))
    } finally {
      isBusy.current = false
    }
  }

  return {
    proof,
    proofIt,
    view,
    setView,
    createKey,
    renewKey,
    /** The button creates a key first. */
    createsKey: !session && (needsKey(draft, undefined) || isKeyRejected),
    isWorking: proof.step !== undefined || key.isCreating,
    /** The draft has changed since the proof was requested. */
    isOutdated: proof.proof !== undefined && contentOf(proof.proof.draft, templates) !== contentOf(draft, templates),
  }
}
