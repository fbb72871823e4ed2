import { withoutKey, withoutTemplate } from './draft.ts'
import { type ChangeDraft, type ReplaceDraft, useDraft } from './use-draft.ts'
import { useKey } from './use-key.ts'
import { useProofing } from './use-proofing.ts'
import { useTemplates, type Workspace } from './use-templates.ts'

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
  const { createKey, renewKey, ...proofing } = useProofing(draft, templates, key, saves.saved)

  const edit: ChangeDraft = (by) => {
    proofing.setView('Draft')
    change(by)
  }
  /** Shows the draft, without the failure of the one it replaced. */
  const leaveDraft = () => {
    proofing.setView('Draft')
    proofing.setFailure(undefined)
  }
  const replace: ReplaceDraft = (text, by) => {
    leaveDraft()
    undoing.replace(text, by)
  }
  const undo = () => {
    leaveDraft()
    undoing.undo()
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
    change: edit,
    replace,
    note: { replacement: undoing.replacement, undo, close: undoing.closeNote },
    key: { ...key, create: createKey },
    session,
    templates,
    lint,
    workspace,
    ...proofing,
  }
}

export type SandboxState = ReturnType<typeof useSandbox>
