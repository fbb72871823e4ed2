import { storeDraft, storedDraft } from '../lib/draft-storage.ts'
import { type ExampleName, examples } from '../content/payloads.ts'
import type { SavedTemplates } from './key-storage.ts'
import { houseIds, isObject, type RequestBody, sidesOf, withText } from './sandbox-request.ts'

/** What the visitor has typed: the request, and the HTML of templates by the id that the request has for them. */
export interface Draft {
  body: RequestBody
  edits: Readonly<Record<string, string>>
  /** The version that each edit of a saved template began with. */
  bases?: Readonly<Record<string, number>>
  /** The request as it was typed. It may be no JSON at the moment: the body is then the last one that was. */
  json?: string | undefined
}

const isExample = (name: string): name is ExampleName => Object.hasOwn(examples, name)

export const exampleDraft = (name: string | null): Draft | undefined =>
  name !== null && isExample(name) ? { body: examples[name].payload, edits: {} } : undefined

export const firstDraft: Draft = { body: examples.postcard.payload, edits: {} }

function without<Value>(record: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  const { [name]: _left, ...others } = record
  return others
}

/** The same draft with another request, which is no longer as it was typed. */
export const withBody = (draft: Draft, body: RequestBody): Draft => ({ ...draft, body, json: undefined })

/** The same draft with other HTML for a template, of which this is the version that is saved. */
export const withEdit = (draft: Draft, id: string, html: string, version: number | undefined): Draft => ({
  ...draft,
  edits: { ...draft.edits, [id]: html },
  bases: version === undefined ? (draft.bases ?? {}) : { [id]: version, ...draft.bases },
})

/** The same draft with the template as it is saved. */
export const withoutEdit = ({ bases = {}, ...draft }: Draft, id: string): Draft => ({
  ...draft,
  edits: without(draft.edits, id),
  bases: without(bases, id),
})

function membersOf<Value>(value: unknown, isOne: (member: unknown) => member is Value): Record<string, Value> {
  const members = Object.entries(isObject(value) ? value : {})
  return Object.fromEntries(members.filter((entry): entry is [string, Value] => isOne(entry[1])))
}

/** Whoever made a link, and whatever an older build has stored: anything may be in it. */
export function readDraft(value: unknown): Draft | undefined {
  if (!isObject(value) || !isObject(value['body'])) return undefined
  const { body, json } = value
  const bases = membersOf(value['bases'], (version) => typeof version === 'number')
  return {
    body,
    edits: membersOf(value['edits'], (html) => typeof html === 'string'),
    ...(Object.keys(bases).length > 0 && { bases }),
    ...(typeof json === 'string' && { json }),
  }
}

const name = 'sandbox'
/** What was typed before the page was reloaded. */
export const keptDraft = (): Draft | undefined => readDraft(storedDraft(name).values)
export const keepDraft = (draft: Draft): void => storeDraft(name, { values: draft })

/** The same draft without a template that is gone: what was saved is an edit of that of the house again. */
export function withoutTemplate(draft: Draft, id: string, saved: string | undefined): Draft {
  const html = draft.edits[id] ?? saved
  return sidesOf(draft.body).reduce((before, { member, templateId }) => {
    const house = houseIds[member]
    if (html === undefined || templateId !== id || id === house) return before
    const { body, edits } = withoutEdit(before, id)
    return { ...before, body: withText(body, [member], house), edits: { ...edits, [house]: html }, json: undefined }
  }, draft)
}

/** The same draft for somebody without the key. */
export function withoutKey({ bases: _versions, ...draft }: Draft, templates: SavedTemplates): Draft {
  const named = sidesOf(draft.body).map(({ templateId }) => templateId)
  return named.reduce<Draft>((before, id) => withoutTemplate(before, id, templates[id]?.html), draft)
}
