import { escapeUTF8 } from 'entities/escape'
import { Marked } from 'marked'
import type { TextBlock } from './reference-text.ts'

const markdown = new Marked({
  renderer: {
    // Text like <Key> is not an element.
    html: ({ text }) => escapeUTF8(text),
    // Lets keyboard users scroll code that is wider than the page.
    code: ({ text }) => `<pre tabindex="0"><code>${escapeUTF8(text)}</code></pre>\n`,
  },
})

/** The reference as HTML, for visitors without scripts and for search engines. */
export const asHtml = (blocks: readonly TextBlock[]): string =>
  blocks
    .map(({ level, id, title, text }) => {
      const heading = `<h${level} id="${escapeUTF8(id)}">${escapeUTF8(title)}</h${level}>`
      return `${heading}\n${markdown.parse(text, { async: false })}`
    })
    .join('')
