import { removeDraft, storeDraft, storedDraft } from '../lib/draft-storage.ts'
import { type ExampleName, examples } from '../content/payloads.ts'
import type { SavedTemplates } from './key-storage.ts'
import { houseIds, isObject, type RequestBody, sidesOf, withText } from './sandbox-request.ts'

/** The visitor's input: the request, and edited HTML by template id. */
export interface Draft {
  body: RequestBody
  edits: Readonly<Record<string, string>>
  /** The version that each edit of a saved template is based on. */
  bases?: Readonly<Record<string, number>>
  /** The name typed for each edit that becomes a new template. */
  names?: Readonly<Record<string, string>>
  /** The request as typed. While it is not valid JSON, `body` has the last valid version. */
  json?: string | undefined
}

const isExample = (name: string): name is ExampleName => Object.hasOwn(examples, name)

export const exampleDraft = (name: string | null): Draft | undefined =>
  name !== null && isExample(name) ? { body: examples[name].payload, edits: {} } : undefined

export const firstDraft: Draft = { body: examples.postcard.payload, edits: {} }

const exampleBodies = Object.values(examples).map(({ payload }) => JSON.stringify(payload))

/** True if the draft is an unedited example. */
export const isUntouched = ({ body, edits, json }: Draft): boolean =>
  json === undefined && Object.keys(edits).length === 0 && exampleBodies.includes(JSON.stringify(body))

/** The text of an undone replacement. */
export const earlierDraftIsBack = 'Your earlier draft is back.'

/** A one-click replacement of a draft. `before` is the earlier draft, unless nothing had been typed. */
export interface Replacement {
  text: string
  before?: Draft
}

function without<Value>(record: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  const { [name]: _left, ...others } = record
  return others
}

/** Replaces the request, and discards the text it was typed as. */
export const withBody = (draft: Draft, body: RequestBody): Draft => ({ ...draft, body, json: undefined })

/** Replaces the HTML of a template. `version` is the saved version that the edit is based on. */
export const withEdit = (draft: Draft, id: string, html: string, version: number | undefined): Draft => ({
  ...draft,
  edits: { ...draft.edits, [id]: html },
  bases: version === undefined ? (draft.bases ?? {}) : { [id]: version, ...draft.bases },
})

export const withName = (draft: Draft, id: string, name: string): Draft => ({
  ...draft,
  names: { ...draft.names, [id]: name },
})

/** Reverts a template to its saved version. */
export const withoutEdit = ({ bases = {}, names = {}, ...draft }: Draft, id: string): Draft => ({
  ...draft,
  edits: without(draft.edits, id),
  bases: without(bases, id),
  names: without(names, id),
})

function entriesOf<Value>(value: unknown, isValue: (entry: unknown) => entry is Value): Record<string, Value> {
  const entries = Object.entries(isObject(value) ? value : {})
  return Object.fromEntries(entries.filter((entry): entry is [string, Value] => isValue(entry[1])))
}

/** Reads a draft from untrusted data: a shared link, or the storage of an older build. */
export function readDraft(value: unknown): Draft | undefined {
  if (!isObject(value) || !isObject(value['body'])) return undefined
  const { body, json } = value
  const bases = entriesOf(value['bases'], (version) => typeof version === 'number')
  const names = entriesOf(value['names'], (name) => typeof name === 'string')
  return {
    body,
    edits: entriesOf(value['edits'], (html) => typeof html === 'string'),
    ...(Object.keys(bases).length > 0 && { bases }),
    ...(Object.keys(names).length > 0 && { names }),
    ...(typeof json === 'string' && { json }),
  }
}

const name = 'sandbox'
/** The draft from before a page reload. */
export const storedSandboxDraft = (): Draft | undefined => readDraft(storedDraft(name).values)
export const storeSandboxDraft = (draft: Draft): void => storeDraft(name, { values: draft })

const replacementName = 'sandbox-before'

/** The last replacement that can be undone. */
export function storedReplacement(): Replacement | undefined {
  const { values } = storedDraft(replacementName)
  if (!isObject(values) || typeof values['text'] !== 'string') return undefined
  const before = readDraft(values['before'])
  return before && { text: values['text'], before }
}

export function storeReplacement(replacement: Replacement | undefined): void {
  if (replacement?.before) storeDraft(replacementName, { values: replacement })
  else removeDraft(replacementName)
}

/** Handles a template that no longer exists: its HTML becomes an edit of the built-in template. */
export function withoutTemplate(draft: Draft, id: string, saved: string | undefined): Draft {
  const html = draft.edits[id] ?? saved
  return sidesOf(draft.body).reduce((before, { member, templateId }) => {
    const house = houseIds[member]
    if (html === undefined || templateId !== id || id === house) return before
    const { body, edits } = withoutEdit(before, id)
    return { ...before, body: withText(body, [member], house), edits: { ...edits, [house]: html }, json: undefined }
  }, draft)
}

/** The draft in a form that works without the key. */
export function withoutKey({ bases: _versions, ...draft }: Draft, templates: SavedTemplates): Draft {
  const named = sidesOf(draft.body).map(({ templateId }) => templateId)
  return named.reduce<Draft>((before, id) => withoutTemplate(before, id, templates[id]?.html), draft)
}
