import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vite'

const input = fileURLToPath(new URL('../src/startup/visit.ts', import.meta.url))

async function visitScript(): Promise<string> {
  const bundle = await rolldown({ input, platform: 'browser' })
  const { output } = await bundle.generate({ format: 'iife', minify: true })
  await bundle.close()
  return output[0].code.trim()
}

/**
 * Inlines startup/visit.ts into index.html, the template of every page. The servers read the pages and allow exactly this
 * script by its hash.
 */
export const inlineVisit = (): Plugin => ({
  name: 'inline-visit',
  async transformIndexHtml(html) {
    const script = await visitScript()
    return html.replace('<!--visit-->', () => `<script>${script}</script>`)
  },
})
