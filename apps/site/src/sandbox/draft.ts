import { storeDraft, storedDraft } from '../forms/draft-storage.ts'
import { type ExampleName, examples } from '../content/payloads.ts'
import type { SandboxKeyRing } from './key-storage.ts'
import { houseIds, isObject, type RequestBody, sidesOf, withText } from './sandbox-request.ts'

/** What the visitor has typed: the request, and the HTML of templates by the id that the request has for them. */
export interface Draft {
  body: RequestBody
  edits: Readonly<Record<string, string>>
  /** The request as it was typed. It may be no JSON at the moment: the body is then the last one that was. */
  json?: string | undefined
}

const isExample = (name: string): name is ExampleName => Object.hasOwn(examples, name)

export const exampleDraft = (name: string | null): Draft | undefined =>
  name !== null && isExample(name) ? { body: examples[name].payload, edits: {} } : undefined

export const firstDraft: Draft = { body: examples.postcard.payload, edits: {} }

/** Whoever made a link, and whatever an older build has stored: anything may be in it. */
export function readDraft(value: unknown): Draft | undefined {
  if (!isObject(value) || !isObject(value['body'])) return undefined
  const edits = Object.entries(isObject(value['edits']) ? value['edits'] : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  const json = value['json']
  return { body: value['body'], edits: Object.fromEntries(edits), ...(typeof json === 'string' && { json }) }
}

const name = 'sandbox'
/** What was typed before the page was reloaded. */
export const keptDraft = (): Draft | undefined => readDraft(storedDraft(name).values)
export const keepDraft = (draft: Draft): void => storeDraft(name, { values: draft })

/**
 * The same draft for somebody without the key: templates that were saved with it are edits of those of the house again.
 */
export function withoutKey(draft: Draft, templates: SandboxKeyRing['templates']): Draft {
  return sidesOf(draft.body).reduce((before, { member, templateId }) => {
    const html = before.edits[templateId] ?? templates[templateId]?.html
    if (html === undefined || templateId === houseIds[member]) return before
    const { [templateId]: _saved, ...edits } = before.edits
    return {
      body: withText(before.body, [member], houseIds[member]),
      edits: { ...edits, [houseIds[member]]: html },
    }
  }, draft)
}
