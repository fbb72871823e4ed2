import { escapeUTF8 } from 'entities/escape'
import { brand } from '@app/brand'
import { pagePolicy } from './page-policy.ts'

/**
 * Scripts and styles may only come from this server. The renderer writes style elements, which carry the response's
 * nonce, and style attributes, which cannot carry one.
 */
export const docsPolicy = (nonce: string): string =>
  pagePolicy([
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "form-action 'none'",
  ])

const name = escapeUTF8(brand.productName)

/** URLs of the files that a page loads. */
export interface PageFiles {
  styles: string
  renderer: string
  script: string
}

export interface DocsPage extends PageFiles {
  url: string
  title: string
  description: string
  /** Origin of the site, which may be on another host. */
  site: string
  /** URL of the OpenAPI document. */
  source: string
  /** URL of the reference, for the renderer. */
  reference: string
  /** The reference as HTML, which the renderer replaces. */
  text: string
  isIndexed: boolean
}

/** The page, complete without scripts. */
export function docsPage(nonce: string, page: DocsPage): string {
  const { url, title, description, site, source, reference, text, isIndexed, styles, renderer, script } = page
  return `<!doctype html>
<html lang="en" data-reference="${reference}" data-renderer="${renderer}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escapeUTF8(description)}">
${isIndexed ? `<link rel="canonical" href="${url}">` : '<meta name="robots" content="noindex">'}
<meta property="og:type" content="website">
<meta property="og:title" content="${escapeUTF8(title)}">
<meta property="og:description" content="${escapeUTF8(description)}">
<meta property="og:url" content="${url}">
<meta name="color-scheme" content="light dark">
<meta property="csp-nonce" content="${nonce}">
<title>${escapeUTF8(title)}</title>
<link rel="stylesheet" href="${styles}">
<link rel="preload" as="script" href="${renderer}">
<script type="module" src="${script}"></script>
</head>
<body>
<nav class="page-header" aria-label="Product">
<a class="brand" href="${site}/">${name} <span>API</span></a>
<a class="first" href="${site}/print/sandbox">Sandbox</a>
<a href="${site}/print/docs">Print API</a>
<a href="${source}">OpenAPI</a>
</nav>
<div id="reference"></div>
<p id="waiting">Loading the reference…</p>
<main id="text">
<p id="failed" hidden>The interactive reference did not load. Reload the page to try again. Its text is below.</p>
${text}</main>
</body>
</html>`
}
