import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import path from 'node:path'
import { built } from './product/paths.ts'
import { complain, say } from './product/say.ts'

// The W3C's own checker over every prerendered page. It is a Java program, so it is no part of the gate, where
// html-validate stands in for it: `npm pack vnu-jar` brings the jar, and any Java runs it.
const jar = process.env.VNU_JAR
/** Container queries, in every browser since 2023: the checker's copy of CSS does not know them yet. */
const notKnownYet = '.*“container-type” doesn.t exist.*|.*“--in”: Parse Error.*'

const pages = globSync(path.join(built.site, '**/*.html'))
const args = ['-Xss8m', '-jar', String(jar), '--skip-info-messages', '--filterpattern', notKnownYet]
const result = jar ? spawnSync('java', [...args, ...pages], { stdio: 'inherit' }) : undefined

if (result?.status === 0) say(`${pages.length} pages without an error`)
else complain(result?.error?.message ?? (jar ? 'The checker found faults' : 'Set VNU_JAR to the path of vnu.jar'))
process.exitCode = result?.status ?? 1
