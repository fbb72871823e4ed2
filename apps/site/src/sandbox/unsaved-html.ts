import type { Draft } from './draft.ts'
import type { KeySession } from './key-storage.ts'
import { type Side, sidesOf, sizeOf } from './sandbox-request.ts'

/** The HTML of a side that the key does not have yet, or not in this size. */
export function unsavedHtml({ body, edits }: Draft, session: KeySession | undefined, side: Side): string | undefined {
  const saved = session?.templates[side.templateId]
  const html = edits[side.templateId] ?? saved?.html
  return html === saved?.html && saved?.size === sizeOf(body) ? undefined : html
}

export const needsKey = (draft: Draft, session: KeySession | undefined): boolean =>
  sidesOf(draft.body).some((side) => unsavedHtml(draft, session, side) !== undefined)
