/** Metadata of a page for search engines and link previews. */
export interface PageMeta {
  title: string
  description: string
  keywords: string
  /** The canonical path. Empty while it is unknown. */
  path: string
  noindex?: boolean
  jsonLd?: object
}
