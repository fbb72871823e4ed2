import { writeFileSync } from 'node:fs'
import { houseFiles } from './house/house-files.ts'

for (const [path, text] of Object.entries(await houseFiles()))
  writeFileSync(new URL(`../${path}`, import.meta.url), text)
