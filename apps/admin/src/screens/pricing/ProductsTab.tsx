import {
  getListPricingProductsQueryKey,
  type PricingProduct,
  reorderPricingProduct,
  updatePricingProducts,
  useListPricingProducts,
} from '@app/api-client'
import { Button } from '@mantine/core'
import { goneText, useWrite } from '../../edit/use-write.ts'
import { statusOf } from '../../components/Notices.tsx'
import { isFocusFree } from '../../components/keyboard.ts'
import { useClickGuard } from '../../components/use-click-guard.ts'
import styles from '../../list/CardGrid.module.css'
import { countText } from '../../components/format.ts'
import { SelectionBar, useSelection } from '../../list/SelectionBar.tsx'
import { useUrlDialog } from '../../list/use-url-state.ts'
import { WholeList } from '../../list/WholeList.tsx'
import { reloadRecords } from '../../cache/reload-records.ts'
import { useCanEdit } from '../../session/use-staff.ts'
import { type Direction, ProductCard } from './ProductCard.tsx'
import { PriceUsageNotice } from './PriceNotices.tsx'
import { ProductDialog } from './ProductDialog.tsx'
import { putProducts } from './put-products.ts'
import { useDragOrder } from './use-drag-order.ts'

export function ProductsTab() {
  const canEdit = useCanEdit()
  const products = useListPricingProducts()
  const shown = products.data?.data
  const dialog = useUrlDialog('edit', shown)
  const move = useMove(shown ?? [])
  // Another card may be under the pointer now: a click in progress was meant for the previous one.
  const isGuarded = useClickGuard(shown?.map(({ id }) => id).join(' '))
  const selection = useSelection(shown)
  const dragOrder = useDragOrder(shown?.map(({ id }) => id) ?? [], (id, to) => move.start(id, to))

  return (
    <>
      <PriceUsageNotice />
      <div className={styles.bar}>
        <p className={styles.count}>
          {shown && shown.length > 0 && `${countText(shown.length, 'product')}, in site order`}
        </p>
        {canEdit && <Button onClick={() => dialog.open()}>Add Product</Button>}
      </div>
      {canEdit && !products.isLoadingError && shown?.length !== 0 && (
        <SelectionBar label="Selected products" selection={selection} isLoading={!shown}>
          <VisibilityButtons chosen={selection.chosen} />
        </SelectionBar>
      )}
      <WholeList
        query={products}
        label="Pricing products"
        failure="Pricing products could not be loaded"
        empty="No pricing products yet"
        hint={canEdit ? 'Add the first one: visible products are shown on the pricing page.' : 'An editor can add one.'}
        height={280}
        cards={isGuarded ? 'guarded' : 'free'}
      >
        {(product, index) => (
          <ProductCard
            key={product.id}
            product={product}
            canEdit={canEdit}
            canMove={{ earlier: index > 0, later: index < (shown?.length ?? 0) - 1 }}
            isMoving={move.isPending}
            onEdit={() => dialog.open(product.id)}
            onMove={(direction) => move.start(product.id, index + (direction === 'earlier' ? -1 : 1), direction)}
            drag={dragOrder(product.id)}
            isSelected={selection.has(product.id)}
            onSelect={(isSelected, isRange) => selection.select(product.id, isSelected, isRange)}
          />
        )}
      </WholeList>
      {canEdit && shown && dialog.isOpen && (
        <ProductDialog product={dialog.record} products={shown} onClose={dialog.close} />
      )}
    </>
  )
}

/** Shows or hides the selected products. */
function VisibilityButtons({ chosen }: { chosen: readonly PricingProduct[] }) {
  const selectedWith = (isVisible: boolean) => chosen.filter((product) => product.isVisible === isVisible)
  const setMany = useWrite({
    kind: 'pricing_products',
    send: ({ records, isVisible }: { records: PricingProduct[]; isVisible: boolean }) =>
      updatePricingProducts({ records: records.map(({ id }) => ({ id })), patch: { isVisible } }),
    saved: ({ length }, { isVisible }) => `${countText(length, 'product')} ${isVisible ? 'shown' : 'hidden'}`,
    undone: ({ length }) => `${countText(length, 'product')} restored`,
    note: ({ length }, { records }) => goneText(records.length - length),
    failed: 'Failed to update visibility',
    show: putProducts,
  })
  const isSetting = (isVisible: boolean) => setMany.pending?.isVisible === isVisible
  return ([false, true] as const).map((isVisible) => (
    <Button
      key={String(isVisible)}
      size="compact-sm"
      variant="default"
      disabled={selectedWith(!isVisible).length === 0 || isSetting(!isVisible)}
      loading={isSetting(isVisible)}
      onClick={() => setMany.start({ records: selectedWith(!isVisible), isVisible })}
    >
      {isVisible ? 'Show' : 'Hide'}
    </Button>
  ))
}

type Move = {
  id: string
  /** The product to insert it before. Null moves it to the end. */
  before: string | null
  /** The button that was pressed. Undefined after a drag. */
  button?: Direction | undefined
}

/** Moves a product to another place in the list. */
function useMove(products: PricingProduct[]) {
  const ids = products.map((product) => product.id)
  const move = useWrite({
    kind: 'pricing_products',
    what: 'product',
    send: ({ id, before }: Move) => reorderPricingProduct(id, { before }),
    saved: 'Product updated successfully',
    undone: 'Product updated successfully',
    failed: 'Failed to update product',
    // The missing product may be the one to insert before.
    refusal: (error) => (statusOf(error) === 404 ? 'Someone else changed the list.' : undefined),
    show(queryClient, data, { id, button }) {
      queryClient.setQueryData<{ data: PricingProduct[] }>(
        getListPricingProductsQueryKey(),
        (answer) => answer && { ...answer, data },
      )
      void reloadRecords.pricing_products(queryClient, undefined)
      // A card that moves loses the focus, so the same button gets it back.
      requestAnimationFrame(() => {
        const pressed = button && document.querySelector<HTMLElement>(`[data-move="${id} ${button}"]`)
        if (pressed && isFocusFree(pressed)) pressed.focus()
      })
    },
  })
  return {
    isPending: move.isPending,
    /** `to` is its new index in the list. */
    start(id: string, to: number, button?: Direction) {
      const from = ids.indexOf(id)
      if (!ids[to] || to === from) return
      move.start({ id, before: ids[to > from ? to + 1 : to] ?? null, button })
    },
  }
}
