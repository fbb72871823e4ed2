import { compressFiles } from '@app/ui/compress'

// The server sends these copies and compresses nothing itself.
await compressFiles(new URL('../dist/', import.meta.url))
