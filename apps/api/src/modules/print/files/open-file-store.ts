import type { Config } from '../../../config/config.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

export const openFileStore = ({ files }: Pick<Config, 'files'>): FileStore =>
  'folder' in files ? folderStore(files.folder) : s3Store(files.s3)
