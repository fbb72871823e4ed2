import { houseTemplates } from '@app/print-engine/house'
import type { Draft } from './draft.ts'
import type { SavedTemplates } from './key-storage.ts'
import type { Side } from './sandbox-request.ts'

/** The HTML of a built-in template, or undefined for any other id. */
export const houseHtml = (id: string): string | undefined =>
  Object.entries(houseTemplates).find(([houseId]) => houseId === id)?.[1].html

/** The HTML of a side as edited, as saved, or as built in. Undefined for a template this browser has never opened. */
export const htmlOf = ({ edits }: Draft, templates: SavedTemplates, { templateId }: Side): string | undefined =>
  edits[templateId] ?? templates[templateId]?.html ?? houseHtml(templateId)
