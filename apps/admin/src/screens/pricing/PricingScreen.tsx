import { useListPricingProducts } from '@app/api-client'
import { NameList } from '../../layout/NameList.tsx'

export function PricingScreen() {
  const products = useListPricingProducts()
  return (
    <NameList
      errorTitle="Pricing products could not be loaded"
      emptyText="No pricing products yet."
      label="Pricing products"
      records={products.data?.data}
      error={products.error}
      isFetching={products.isFetching}
      onRetry={() => void products.refetch()}
    />
  )
}
