import {
  getListPricingAuditQueryKey,
  getListPricingProductsQueryKey,
  type PricingProduct,
  setPricingProductsVisibility,
  useListPricingProducts,
  useMovePricingProduct,
} from '@app/api-client'
import { Button, Skeleton } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ErrorNotice, statusOf } from '../../layout/ErrorNotice.tsx'
import { showFailure, showGone, showSaved } from '../../layout/toasts.tsx'
import { useOneAtATime } from '../../layout/use-one-at-a-time.ts'
import { useRest } from '../../layout/use-rest.ts'
import styles from '../../list/CardGrid.module.css'
import { EmptyNotice } from '../../list/EmptyNotice.tsx'
import { patchRecords } from '../../list/patch-record.ts'
import { SelectionBar } from '../../list/SelectionBar.tsx'
import { useBulkWrite } from '../../list/use-bulk-write.ts'
import { useEdited } from '../../list/use-edited.ts'
import { useSelection } from '../../list/use-selection.ts'
import { useUrlState } from '../../list/use-url-state.ts'
import { useCanEdit } from '../../session/use-can-edit.ts'
import { type Direction, ProductCard } from './ProductCard.tsx'
import { WherePricesShow } from './PriceNotices.tsx'
import { ProductDialog } from './ProductDialog.tsx'
import { useDragOrder } from './use-drag-order.ts'

const placeholders = [1, 2, 3, 4]

export function ProductsTab() {
  const canEdit = useCanEdit()
  const products = useListPricingProducts()
  const url = useUrlState()
  const shown = products.data?.data
  // The dialog is in the address, so that somebody who has to sign in again comes back to it.
  const edited = useEdited(shown, url.get('edit'))
  const isEditing = canEdit && shown !== undefined && (edited !== undefined || url.get('edit') === 'new')
  const close = () => url.set({ edit: undefined }, { replace: true })
  const move = useMove(shown ?? [])
  // Another card is under the pointer now: a click that has begun was meant for the one before.
  const isResting = useRest(shown?.map(({ id }) => id).join(' '))
  const selection = useSelection(shown)
  const chosenThatAre = (isVisible: boolean) => selection.chosen.filter((product) => product.isVisible === isVisible)
  const queryClient = useQueryClient()
  const setMany = useBulkWrite<PricingProduct>({
    write: (ids, isVisible) => setPricingProductsVisibility({ ids, isVisible }),
    onWritten(written) {
      patchRecords(queryClient, getListPricingProductsQueryKey(), written)
      void queryClient.invalidateQueries({ queryKey: getListPricingAuditQueryKey() })
      return queryClient.invalidateQueries({ queryKey: getListPricingProductsQueryKey() })
    },
    saved: (count, isVisible) => `${countText(count)} ${isVisible ? 'shown' : 'hidden'}`,
    failed: 'Failed to update visibility',
  })
  const dragOrder = useDragOrder(shown?.map(({ id }) => id) ?? [], (id, to) => move.start(id, to))

  return (
    <>
      <WherePricesShow />
      <div className={styles.bar}>
        <p className={styles.count}>
          {shown && shown.length > 0 && `${countText(shown.length)}, in the order the site shows them`}
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
        <ul aria-label="Pricing products" className={styles.grid} data-resting={isResting || undefined}>
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
            />
          ))}
        </ul>
      )}
      {isEditing && <ProductDialog product={edited} products={shown} onClose={close} />}
    </>
  )
}

const countText = (count: number) => `${count} ${count === 1 ? 'product' : 'products'}`

type Move = {
  id: string
  /** The product that will follow it; null moves it to the end. */
  before: string | null
  /** The button that was pressed; undefined after a drag and for Undo. */
  button?: Direction | undefined
}

/** Moves a product to another place of the list. */
function useMove(products: PricingProduct[]) {
  const queryClient = useQueryClient()
  const write = useOneAtATime()
  const ids = products.map((product) => product.id)
  const queryKey = getListPricingProductsQueryKey()
  const listed = () => queryClient.getQueryData<{ data: PricingProduct[] }>(queryKey)?.data ?? []
  const move = useMovePricingProduct({
    mutation: {
      async onError(error, { id }) {
        // The product that it was to come before may be the one that is gone.
        const isMissing = statusOf(error) === 404
        await queryClient.invalidateQueries({ queryKey })
        if (isMissing && !listed().some((product) => product.id === id)) showGone('product')
        else
          showFailure(error, 'Failed to update product', isMissing ? 'Somebody else has changed the list.' : undefined)
      },
    },
  })
  const start = ({ id, before, button }: Move) =>
    write(async () => {
      // From the cache: Undo comes from a toast, which was shown before the order changed.
      const present = listed().map((product) => product.id)
      const followed = present[present.indexOf(id) + 1] ?? null
      const { data } = await move.mutateAsync({ id, data: { before } })
      queryClient.setQueryData<{ data: PricingProduct[] }>(queryKey, (answer) => answer && { ...answer, data })
      showSaved('Product updated successfully', () => start({ id, before: followed }))
      // A card that moves loses the focus, so the same button gets it back.
      if (button)
        requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-move="${id} ${button}"]`)?.focus())
    })
  return {
    isPending: move.isPending,
    /** `to` is its new index in the list. */
    start(id: string, to: number, button?: Direction) {
      const from = ids.indexOf(id)
      if (!ids[to] || to === from) return
      start({ id, before: ids[to > from ? to + 1 : to] ?? null, button })
    },
  }
}
