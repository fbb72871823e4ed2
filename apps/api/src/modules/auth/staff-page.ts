import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { escapeUTF8 } from 'entities/escape'
import { brand } from '@app/brand'
import type { Config } from '../../config/config.ts'
import type { Navigation } from '../../http/context.ts'
import { hashSource, pagePolicy } from '../../http/page-policy.ts'
import { passkeyScript } from './passkey-button.ts'

export type Page = Extract<Navigation, { html: string }>

const font = (specifier: string) => readFileSync(fileURLToPath(import.meta.resolve(specifier))).toString('base64')

// The page embeds its fonts and styles, because it must work wherever the API is deployed.
const fonts = `
@font-face{font-family:Display;font-weight:200 800;src:url(data:font/woff2;base64,${font(
  '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
)}) format('woff2')}
@font-face{font-family:Body;font-weight:400 700;src:url(data:font/woff2;base64,${font(
  '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
)}) format('woff2')}
`
const rules = `
:root{--ink:#14213d;--paper:#fbf8f3;--stamp:#c8401c;--rule:#e4dccf;--muted:#5a6478}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--paper);color:var(--ink);font:16px/1.5 Body,system-ui,sans-serif}
main{width:100%;max-width:420px;background:#fff;border:1px solid var(--rule);border-radius:2px;box-shadow:0 12px 32px -16px #14213d4d;padding:0 32px 32px;position:relative}
main::before{content:"";display:block;height:8px;margin:0 -32px 28px;background:repeating-linear-gradient(115deg,var(--stamp) 0 14px,#fff 14px 24px,var(--ink) 24px 38px,#fff 38px 48px)}
.brand{margin:0;font:600 15px/1.4 Display,Georgia,serif;letter-spacing:.01em}
h1{margin:4px 0 20px;font:700 30px/1.15 Display,Georgia,serif}
label{display:block;margin:16px 0 6px;font-weight:600;font-size:15px}
input{width:100%;min-height:44px;padding:8px 12px;font:inherit;color:inherit;background:#fff;border:1px solid #8a93a3;border-radius:10px}
button,.button{display:block;width:100%;min-height:46px;margin-top:24px;padding:11px 16px;font:600 16px Body,system-ui,sans-serif;color:#fff;background:var(--ink);border:0;border-radius:10px;cursor:pointer;text-align:center;text-decoration:none}
button:hover,.button:hover{background:#22335c}
.quiet{color:var(--ink);background:#fff;border:1px solid #8a93a3;margin-top:12px}
.quiet:hover{background:var(--paper)}
:focus-visible{outline:3px solid var(--stamp);outline-offset:2px}
.error,.notice{margin:0 0 8px;padding:10px 12px;border-left:4px solid var(--stamp);background:#fbeae4;font-weight:500}
.notice{border-left-color:var(--ink);background:var(--paper)}
.help{margin:20px 0 0;color:var(--muted);font-size:14px}
a,summary{color:var(--ink)}
details{margin-top:20px}
summary{cursor:pointer;font-size:15px}
`

const lookOf = (styles: string) => ({ styles, source: hashSource(styles) })
const looks = { full: lookOf(fonts + rules), light: lookOf(rules) }

interface PageOptions {
  referrer?: string
  /** Omits the fonts, which shrinks the page to a thirtieth of its size, for an overloaded server. */
  isLight?: boolean
  /** Includes the passkey button and its script. */
  usesPasskeys?: boolean
}

const scriptRules = [`script-src ${hashSource(passkeyScript)}`, "connect-src 'self'"]

/**
 * A page that the API itself serves to staff. Its URL may contain a token, so by default it sends no referrer to other
 * sites.
 */
export function staffPage(
  config: Config,
  title: string,
  content: string,
  { referrer = 'same-origin', isLight = false, usesPasskeys = false }: PageOptions = {},
): Page {
  const { styles, source } = isLight ? looks.light : looks.full
  return {
    // Chromium also applies form-action to the redirect after a form submission.
    contentSecurityPolicy: pagePolicy([
      `style-src ${source}`,
      'font-src data:',
      ...(usesPasskeys ? scriptRules : []),
      `form-action 'self' ${config.adminUrl.origin}`,
    ]),
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="${referrer}">
<meta name="description" content="Staff sign-in">
<title>${title} · ${escapeUTF8(brand.productName)}</title>
<style>${styles}</style>
</head>
<body>
<main>
<p class="brand">${escapeUTF8(brand.productName)}</p>
<h1>${title}</h1>
${content}
<p class="help">No account, or locked out? Contact an owner: <a href="mailto:${escapeUTF8(brand.email)}">${escapeUTF8(brand.email)}</a></p>
</main>
${usesPasskeys ? `<script type="module">${passkeyScript}</script>` : ''}
</body>
</html>`,
  }
}
