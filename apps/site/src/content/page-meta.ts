/** Metadata of a page for search engines and link previews. */
export interface PageMeta {
  title: string
  description: string
  keywords: string
  /** Path of the page. */
  path: string
  /** The canonical path if it differs from `path`. Explicitly undefined while it is unknown. */
  canonicalPath?: string | undefined
  noindex?: boolean
  jsonLd?: object
}
