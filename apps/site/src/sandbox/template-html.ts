import { houseTemplates } from '@app/print-engine/house'
import type { Draft } from './draft.ts'
import type { KeySession, SavedTemplates } from './key-storage.ts'
import { type Side, sidesOf, sizeOf } from './sandbox-request.ts'

/** The HTML of a side that is not saved with the key, or not in this size. */
export function unsavedHtml({ body, edits }: Draft, session: KeySession | undefined, side: Side): string | undefined {
  const saved = session?.templates[side.templateId]
  const html = edits[side.templateId] ?? saved?.html
  return html === saved?.html && saved?.size === sizeOf(body) ? undefined : html
}

export const needsKey = (draft: Draft, session: KeySession | undefined): boolean =>
  sidesOf(draft.body).some((side) => unsavedHtml(draft, session, side) !== undefined)

/** The HTML of a built-in template, or undefined for any other id. */
export const houseHtml = (id: string): string | undefined =>
  Object.entries(houseTemplates).find(([houseId]) => houseId === id)?.[1].html

/** The HTML of a side: edited, saved, or built-in. Undefined for a template this browser has never opened. */
export const htmlOf = ({ edits }: Draft, templates: SavedTemplates, { templateId }: Side): string | undefined =>
  edits[templateId] ?? templates[templateId]?.html ?? houseHtml(templateId)
