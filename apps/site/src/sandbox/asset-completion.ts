import type { CompletionSource } from '@codemirror/autocomplete'

/** An uploaded image or font, as suggested by the editor. */
export interface AssetReference {
  id: string
  /** The name of the file or font, or the id of an image uploaded in another tab: the API does not store file names. */
  name: string
  detail: string
}

/** A reference up to the caret. */
const reference = /\basset:[\w.-]*$/

/** Completes the id of an asset after `asset:`, by its name or its id. */
export const assetCompletion =
  (assets: () => readonly AssetReference[]): CompletionSource =>
  (context) => {
    const match = context.matchBefore(reference)
    if (!match) return null
    const options = assets().map(({ id, name, detail }) => ({
      label: `${name} ${id}`,
      displayLabel: name,
      detail,
      apply: id,
    }))
    return { from: match.from + 'asset:'.length, options, validFor: /^[\w.-]*$/ }
  }
