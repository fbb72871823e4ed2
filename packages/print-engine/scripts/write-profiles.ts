import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

// profiles/ → a module, so that every bundle has the profiles.
const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const base64 = (name: string) => readFileSync(file(`../profiles/${name}.icc`)).toString('base64')
writeFileSync(
  file('../src/generated/profiles.ts'),
  `export const gracolProfile = '${base64('GRACoL_TR006_coated')}'\nexport const srgbProfile = '${base64('sRGB')}'\n`,
)
