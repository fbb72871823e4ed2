import { compressFiles } from '@app/ui/compress'

// The server sends these copies; it compresses nothing itself.
await compressFiles(new URL('../dist/', import.meta.url))
