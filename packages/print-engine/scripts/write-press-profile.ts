import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// profiles/ → a module, so that every bundle has the profile.
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const base64 = readFileSync(file('../profiles/GRACoL_TR006_coated.icc')).toString('base64')
writeFileSync(file('../src/generated/gracol-profile.ts'), `export const gracolProfile = '${base64}'\n`)
