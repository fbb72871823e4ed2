import {
  getListPricingAuditQueryKey,
  getListPricingProductsQueryKey,
  type PricingProduct,
  setPricingProductVisibility,
  updatePricingProduct,
  useListPricingProducts,
} from '@app/api-client'
import { Button, Skeleton } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ErrorNotice } from '../../layout/ErrorNotice.tsx'
import { showFailure, showSaved } from '../../layout/toasts.tsx'
import styles from '../../list/CardGrid.module.css'
import { EmptyNotice } from '../../list/EmptyNotice.tsx'
import { SelectionBar } from '../../list/SelectionBar.tsx'
import { useBulkWrite } from '../../list/use-bulk-write.ts'
import { useSelection } from '../../list/use-selection.ts'
import { useUrlState } from '../../list/use-url-state.ts'
import { useCanEdit } from '../../session/use-can-edit.ts'
import { type Direction, ProductCard } from './ProductCard.tsx'
import { WherePricesShow } from './PriceNotices.tsx'
import { ProductDialog } from './ProductDialog.tsx'
import { withChanges } from './product-form.ts'
import { orderChanges } from './product-order.ts'
import { useDragOrder } from './use-drag-order.ts'

const placeholders = [1, 2, 3, 4]

export function ProductsTab() {
  const canEdit = useCanEdit()
  const products = useListPricingProducts()
  const url = useUrlState()
  const shown = products.data?.data
  // The dialog is in the address, so that somebody who has to sign in again comes back to it.
  const edited = shown?.find(({ id }) => id === url.get('edit'))
  const isEditing = canEdit && shown !== undefined && (edited !== undefined || url.get('edit') === 'new')
  const close = () => url.set({ edit: undefined }, { replace: true })
  const move = useMove(shown ?? [])
  const selection = useSelection(shown)
  const chosenThatAre = (isVisible: boolean) => selection.chosen.filter((product) => product.isVisible === isVisible)
  const setMany = useBulkWrite({
    listKey: getListPricingProductsQueryKey(),
    otherKeys: [getListPricingAuditQueryKey()],
    write: (id, isVisible) => setPricingProductVisibility(id, { isVisible }),
    saved: 'Product visibility updated',
    failed: 'Failed to update visibility',
    notDone: (isVisible) => (isVisible ? 'Not shown.' : 'Not hidden.'),
  })
  const dragOrder = useDragOrder(shown?.map(({ id }) => id) ?? [], (id, to) => move.start(id, to))

  return (
    <>
      <WherePricesShow />
      <div className={styles.bar}>
        <p className={styles.count}>
          {shown &&
            shown.length > 0 &&
            `${shown.length} ${shown.length === 1 ? 'product' : 'products'}, in the order the site shows them`}
        </p>
        {canEdit && <Button onClick={() => url.set({ edit: 'new' })}>Add Product</Button>}
      </div>
      {products.isError && (
        <ErrorNotice
          title="Pricing products could not be loaded"
          error={products.error}
          onRetry={() => void products.refetch()}
          isRetrying={products.isFetching}
        />
      )}
      {canEdit && !products.isError && shown?.length !== 0 && (
        <SelectionBar label="Selected products" selection={selection} isLoading={!shown}>
          {([false, true] as const).map((isVisible) => (
            <Button
              key={String(isVisible)}
              size="compact-sm"
              variant="default"
              disabled={chosenThatAre(!isVisible).length === 0 || setMany.pending === !isVisible}
              loading={setMany.pending === isVisible}
              onClick={() => setMany.start(chosenThatAre(!isVisible), isVisible)}
            >
              {isVisible ? 'Show' : 'Hide'}
            </Button>
          ))}
        </SelectionBar>
      )}
      {products.isPending && (
        <div role="status" aria-label="Loading" className={styles.grid}>
          {placeholders.map((placeholder) => (
            <Skeleton key={placeholder} height={280} radius="md" />
          ))}
        </div>
      )}
      {shown?.length === 0 && (
        <EmptyNotice title="No pricing products yet">
          {canEdit ? 'Add the first one: visible products are shown on the pricing page.' : 'An editor can add one.'}
        </EmptyNotice>
      )}
      {shown && shown.length > 0 && (
        <ul aria-label="Pricing products" className={styles.grid}>
          {shown.map((product, index) => (
            <ProductCard
              key={product.id}
              product={product}
              canEdit={canEdit}
              canMove={{ earlier: index > 0, later: index < shown.length - 1 }}
              isMoving={move.isPending}
              onEdit={() => url.set({ edit: product.id })}
              onMove={(direction) => move.start(product.id, index + (direction === 'earlier' ? -1 : 1), direction)}
              drag={dragOrder(product.id)}
              isSelected={selection.has(product.id)}
              onSelect={(isSelected, isRange) => selection.select(product.id, isSelected, isRange)}
              failure={setMany.failures.get(product.id)}
            />
          ))}
        </ul>
      )}
      {isEditing && <ProductDialog product={edited} onClose={close} />}
    </>
  )
}

type Move = {
  id: string
  /** Its new index in the list. */
  to: number
  /** The button that was pressed; undefined after a drag. */
  button: Direction | undefined
}

/** Moves a product by writing sort orders, then reloads the list. */
function useMove(products: PricingProduct[]) {
  const queryClient = useQueryClient()
  const move = useMutation({
    async mutationFn({ id, to }: Move) {
      for (const { product, sortOrder } of orderChanges(products, id, to)) {
        await updatePricingProduct(product.id, withChanges(product, { sortOrder }), {
          'If-Match': `"${product.version}"`,
        })
      }
    },
    onSuccess: () => showSaved('Product updated successfully'),
    onError: (error) => showFailure(error, 'Failed to update product'),
    async onSettled(_result, _error, { id, button }) {
      await queryClient.invalidateQueries({ queryKey: getListPricingProductsQueryKey() })
      void queryClient.invalidateQueries({ queryKey: getListPricingAuditQueryKey() })
      // A card that moves loses the focus, so the same button gets it back.
      requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-move="${id} ${button}"]`)?.focus())
    },
  })
  return {
    isPending: move.isPending,
    start(id: string, to: number, button?: Direction) {
      if (!move.isPending && orderChanges(products, id, to).length > 0) move.mutate({ id, to, button })
    },
  }
}
