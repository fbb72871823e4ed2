import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Writes what runs inside the browser as text: it is handed over through the debugging protocol. */
const source = readFileSync(new URL('../src/layout/page/measure.ts', import.meta.url), 'utf8')
const exported = [...source.matchAll(/^export (?:async )?function (\w+)/gm)].map(([, name]) => name)
const script = `(() => {
${stripTypeScriptTypes(source).replaceAll(/^export /gm, '')}
return { ${exported.join(', ')} }
})()`

const folder = fileURLToPath(new URL('../src/generated/', import.meta.url))
mkdirSync(folder, { recursive: true })
writeFileSync(`${folder}page-script.ts`, `export const pageScript = ${JSON.stringify(script)}\n`)
