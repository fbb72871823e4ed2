import { useRef, useState } from 'react'
import { type Draft, withoutKey, withoutTemplate } from './draft.ts'
import { type Failure, failureOf } from './failure.ts'
import { isExpired, type SavedTemplates } from './key-storage.ts'
import type { View } from './ProofPanel.tsx'
import { bodyOf, sidesOf } from './sandbox-request.ts'
import { needsKey } from './unsaved-html.ts'
import { type ChangeDraft, type ReplaceDraft, useDraft } from './use-draft.ts'
import { useKey } from './use-key.ts'
import { useProof } from './use-proof.ts'
import { useTemplates } from './use-templates.ts'
import type { Workspace } from './workspace.ts'

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

/** The draft and the key. Removing a template or the key turns its templates in the draft into unsaved edits. */
function useDraftAndKey() {
  const { draft, change, ...undoing } = useDraft()
  const key = useKey((removed) =>
    change((before) => removed.reduce((left, [id, { html }]) => withoutTemplate(left, id, html), before)),
  )
  const templates = key.session?.templates ?? {}
  const forget = () => {
    change((before) => withoutKey(before, templates))
    key.forget()
  }
  return { draft, change, undoing, templates, key: { ...key, forget } }
}

/** State of the sandbox page: the draft, the key, the templates saved with it, and the latest proof. */
export function useSandbox() {
  const { draft, change, undoing, templates, key } = useDraftAndKey()
  const { session, keepTemplate } = key
  const { lint, ...saves } = useTemplates(change, keepTemplate)
  const proof = useProof(saves.saved)
  // "Proof It" switches to the proof, and typing switches back to the draft.
  const [view, setView] = useState<View>('Draft')
  const [ownFailure, setOwnFailure] = useState<Failure>()
  const isBusy = useRef(false)
  const failure = ownFailure ?? proof.failure
  const isKeyRejected = failure?.offers === 'key'

  const edit: ChangeDraft = (by) => {
    setView('Draft')
    change(by)
  }
  const clearFailure = () => {
    setOwnFailure(undefined)
    proof.clearFailure()
  }
  /** The failure was about the draft that is gone. */
  const leaveDraft = () => {
    setView('Draft')
    clearFailure()
  }
  const replace: ReplaceDraft = (text, by) => {
    leaveDraft()
    undoing.replace(text, by)
  }
  const undo = () => {
    leaveDraft()
    undoing.undo()
  }
  const createKey = () => void key.create().catch((error: unknown) => setOwnFailure(failureOf(error)))
  const renewKey = () => {
    key.forget()
    createKey()
  }

  /** Creates a key if the draft needs one, then requests the proof. */
  const proofIt = async () => {
    if (isBusy.current) return
    setView('Proof')
    if (draft.json !== undefined && typeof bodyOf(draft.json) === 'string') return setOwnFailure(invalidJson)
    setOwnFailure(undefined)
    isBusy.current = true
    try {
      const mustReplace = session && (isKeyRejected || isExpired(session, new Date()))
      const sent = mustReplace ? withoutKey(draft, templates) : draft
      if (mustReplace) key.forget()
      let working = mustReplace ? undefined : session
      if (!working && (needsKey(sent, undefined) || isKeyRejected)) working = await key.create()
      await proof.start({ draft: sent, session: working })
    } catch (error) {
      setOwnFailure(failureOf(error))
    } finally {
      isBusy.current = false
    }
  }

  const workspace: Workspace | undefined = session && {
    session,
    draft,
    change: edit,
    replace,
    keepTemplate,
    renew: renewKey,
    ...saves,
  }
  return {
    draft,
    edit,
    replace,
    note: { replacement: undoing.replacement, undo, close: undoing.closeNote },
    key: { ...key, create: createKey },
    session,
    templates,
    lint,
    workspace,
    proof,
    proofIt,
    view,
    setView,
    failure,
    clearFailure,
    createsKey: !session && (needsKey(draft, undefined) || isKeyRejected),
    isWorking: proof.step !== undefined || key.isCreating,
    isOutdated: proof.proof !== undefined && contentOf(proof.proof.draft, templates) !== contentOf(draft, templates),
  }
}

export type SandboxState = ReturnType<typeof useSandbox>
