import type { Config } from '../../../config.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'

/** The file store that the settings name. */
export const openFileStore = ({ filesDir }: Pick<Config, 'filesDir'>): FileStore => folderStore(filesDir)
