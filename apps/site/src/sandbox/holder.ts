import type { Draft } from './draft.ts'
import type { SandboxKeyRing } from './key-storage.ts'
import type { ChangeDraft } from './use-draft.ts'
import type { KeyState } from './use-key.ts'
import type { TemplatesState } from './use-templates.ts'

/** What the parts that only the holder of a key sees work with. */
export interface Holder extends Pick<TemplatesState, 'saves' | 'keep' | 'saved'>, Pick<KeyState, 'keepTemplate'> {
  ring: SandboxKeyRing
  draft: Draft
  change: ChangeDraft
  /** Takes a new key in place of this one. */
  renew: () => void
}
