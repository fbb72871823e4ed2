import type { Draft } from './draft.ts'
import type { SandboxKeyRing } from './key-storage.ts'
import { type Side, sidesOf, sizeOf } from './sandbox-request.ts'

/** The HTML of a side that is not yet, or not in this size, saved with the key. */
export function unsavedHtml({ body, edits }: Draft, ring: SandboxKeyRing | undefined, side: Side): string | undefined {
  const saved = ring?.templates[side.templateId]
  const html = edits[side.templateId] ?? saved?.html
  return html === saved?.html && saved?.size === sizeOf(body) ? undefined : html
}

export const needsKey = (draft: Draft, ring: SandboxKeyRing | undefined): boolean =>
  sidesOf(draft.body).some((side) => unsavedHtml(draft, ring, side) !== undefined)
