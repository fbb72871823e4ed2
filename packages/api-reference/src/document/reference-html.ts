import { escapeUTF8 } from 'entities/escape'
import { Marked } from 'marked'
import type { TextBlock } from './reference-text.ts'

const markdown = new Marked({
  renderer: {
    // Text like <Key> is text, not an element.
    html: ({ text }) => escapeUTF8(text),
    // Code that is wider than the page can be scrolled with the keyboard.
    code: ({ text }) => `<pre tabindex="0"><code>${escapeUTF8(text)}</code></pre>\n`,
  },
})

/** The reference as HTML, for readers and search engines without scripts. */
export const asHtml = (blocks: readonly TextBlock[]): string =>
  blocks
    .map(({ level, id, title, text }) => {
      const heading = `<h${level} id="${escapeUTF8(id)}">${escapeUTF8(title)}</h${level}>`
      return `${heading}\n${markdown.parse(text, { async: false })}`
    })
    .join('')
