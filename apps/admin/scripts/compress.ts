import { compressTextFiles } from '@app/ui/compress'

// The server sends these copies; it compresses nothing itself.
await compressTextFiles(new URL('../dist/', import.meta.url))
