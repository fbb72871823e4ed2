/** What the head of a page says about it, to search engines and to link previews. */
export interface PageMeta {
  title: string
  description: string
  keywords: string
  /** Path of the page. */
  path: string
  /** The canonical path, where it differs from `path`. Explicitly undefined while it is unknown. */
  canonicalPath?: string | undefined
  noindex?: boolean
  jsonLd?: object
}
