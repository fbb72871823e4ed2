import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Writes what runs inside the browser as text: it is handed over through the debugging protocol. */
const sourceOf = (name: string) => readFileSync(new URL(`../src/layout/page/${name}.ts`, import.meta.url), 'utf8')
/** A file is in the same scope as those before it, so nothing is imported. */
const scriptOf = (source: string) =>
  stripTypeScriptTypes(source.replaceAll(/^import .*$/gm, '')).replaceAll(/^export /gm, '')
const measure = sourceOf('measure')
const exported = [...measure.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name)
const script = `(() => {
${scriptOf(sourceOf('fonts'))}
${scriptOf(measure)}
return { ${exported.join(', ')} }
})()`

const folder = fileURLToPath(new URL('../src/generated/', import.meta.url))
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}page-script.ts`, `export const pageScript = ${JSON.stringify(script)}\n`)
