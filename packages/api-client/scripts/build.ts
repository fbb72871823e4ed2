// Compiles src into dist, which `pnpm pack` packages. Inside the repository, the sources are imported directly.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const here = path.dirname(import.meta.dirname)
const output = path.join(here, 'dist')
rmSync(output, { recursive: true, force: true })
const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { cwd: here, stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

// The generator imports files without their extension, which only bundlers resolve. Type files need `.js` too.
for (const name of globSync('**/*.{js,d.ts}', { cwd: output })) {
  const file = path.join(output, name)
  const complete = (specifier: string) => {
    const target = path.join(path.dirname(file), specifier)
    if (existsSync(`${target}.js`)) return `${specifier}.js`
    if (existsSync(path.join(target, 'index.js'))) return `${specifier}/index.js`
    return specifier.replace(/\.ts$/, '.js')
  }
  const text = readFileSync(file, 'utf8')
  const mended = text.replaceAll(/((?:from|import\()\s*['"])(\.[^'"]+)(['"])/g, (_, before, specifier, after) => {
    return `${before}${complete(specifier)}${after}`
  })
  if (mended !== text) writeFileSync(file, mended)
}
