import { rename, rmdir } from 'node:fs/promises'
import { compressFiles } from '@app/ui/compress'

const out = new URL('../dist/', import.meta.url)
// .size-limit.mjs derives from it which files a screen loads. No browser needs it.
await rename(new URL('.vite/manifest.json', out), new URL('../dist-chunks.json', out))
await rmdir(new URL('.vite', out))

// The server sends these copies and compresses nothing itself.
await compressFiles(out)
