import { useGetLeadImport } from '@app/api-client'
import { type FilterNames, leadListFilter, type Query } from './lead-list-filter.ts'
import { attributedPiece } from './touch-text.ts'
import { useLinkName } from './use-link-name.ts'

export function useFilterNames(query: Query): FilterNames {
  const { importId, attribution } = leadListFilter(query)
  const file = useGetLeadImport(importId ?? '', { query: { enabled: importId !== undefined } })
  return { file: file.data?.data.fileName, link: useLinkName(attributedPiece(attribution)) }
}
