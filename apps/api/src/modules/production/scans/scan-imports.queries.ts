import { type Input, ScanImport } from '@app/contract'
import { keysetPage, type Page } from '../../../db/keyset-page.ts'
import { select } from '../../../db/sql.ts'
import type { EntityManager } from '../../../entities/database.ts'
import { ScanImportEntity } from '../../../entities/production.entity.ts'

const shown = select(ScanImportEntity, ScanImport)

export const listScanImports = (
  em: EntityManager,
  { limit, cursor }: Input<'listScanImports'>['query'],
): Promise<Page<ScanImport>> => keysetPage(em, { entity: ScanImportEntity, selection: shown, where: [], limit, cursor })
