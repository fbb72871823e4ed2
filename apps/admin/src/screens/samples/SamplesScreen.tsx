import { useListSampleTemplates } from '@app/api-client'
import { NameList } from '../../layout/NameList.tsx'

export function SamplesScreen() {
  const templates = useListSampleTemplates()
  return (
    <NameList
      errorTitle="Sample templates could not be loaded"
      emptyText="No sample templates yet."
      label="Sample templates"
      records={templates.data?.data}
      error={templates.error}
      isFetching={templates.isFetching}
      onRetry={() => void templates.refetch()}
    />
  )
}
