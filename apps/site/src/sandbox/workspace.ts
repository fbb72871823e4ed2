import type { Draft } from './draft.ts'
import type { KeySession } from './key-storage.ts'
import type { ChangeDraft, ReplaceDraft } from './use-draft.ts'
import type { KeyState } from './use-key.ts'
import type { TemplatesState } from './use-templates.ts'

/** The draft and the key, with the actions that are available only with a key. */
export interface Workspace
  extends Pick<TemplatesState, 'saves' | 'keep' | 'saved' | 'rememberLint'>, Pick<KeyState, 'keepTemplate'> {
  session: KeySession
  draft: Draft
  change: ChangeDraft
  replace: ReplaceDraft
  /** Replaces the key with a new one. */
  renew: () => void
}
