import { type PricingProduct, updatePricingProductVisibility } from '@app/api-client'
import { Badge } from '@mantine/core'
import { useWrite } from '../../edit/use-write.ts'
import { useClickGuard } from '../../components/use-click-guard.ts'
import { ChangedBy } from '../../components/ChangedBy.tsx'
import { RowButton } from '../../list/RowButton.tsx'
import { SelectBox } from '../../list/SelectBox.tsx'
import styles from './ProductCard.module.css'
import { PriceListWarning } from './PriceNotices.tsx'
import { ProductFace } from './ProductFace.tsx'
import { putProducts } from './put-products.ts'
import type { DragOrder } from './use-drag-order.ts'

export type Direction = 'earlier' | 'later'

type Props = {
  product: PricingProduct
  canEdit: boolean
  canMove: Record<Direction, boolean>
  isMoving: boolean
  onEdit: () => void
  onMove: (direction: Direction) => void
  drag: DragOrder
  isSelected: boolean
  onSelect: (isSelected: boolean, isRange: boolean) => void
}

export function ProductCard(props: Props) {
  const { product, canEdit, canMove, isMoving, onEdit, onMove, drag, isSelected, onSelect } = props
  const { id, name } = product
  const visibility = useVisibility(product)
  const headingId = `product-${id}`

  return (
    <li
      className={styles.card}
      aria-labelledby={headingId}
      data-hidden={!visibility.isVisible || undefined}
      data-drop={drag.drop}
      {...drag.target}
    >
      <div className={styles.state}>
        {canEdit && (
          <SelectBox
            rowId={product.id}
            label={`Select ${name}`}
            isSelected={isSelected}
            onSelect={onSelect}
            className={styles.select}
          />
        )}
        <Badge variant="default">Sort order {product.sortOrder ?? 0}</Badge>
        {!visibility.isVisible && <Badge color="gold">Hidden</Badge>}
      </div>
      <ProductFace product={product} heading="h2" headingId={headingId} />
      <ChangedBy at={product.changedAt} by={product.changedBy} />
      <div className={styles.warning}>
        <PriceListWarning product={{ ...product, isVisible: visibility.isVisible }} />
      </div>
      {canEdit && (
        <div className={styles.buttons}>
          <RowButton text="Edit" label={`Edit ${name}`} onClick={onEdit} />
          <RowButton
            text={visibility.isVisible ? 'Hide' : 'Show'}
            label={`${visibility.isVisible ? 'Hide' : 'Show'} ${name}`}
            aria-busy={visibility.isBusy}
            disabled={visibility.isBusy}
            onClick={visibility.toggle}
          />
          <span className={styles.order}>
            {(canMove.earlier || canMove.later) && (
              <span aria-hidden title="Drag to reorder" className={styles.handle} {...drag.handle}>
                ⠿
              </span>
            )}
            {(['earlier', 'later'] as const).map((direction) => (
              <RowButton
                key={direction}
                // Points in the direction that the card moves: sideways in a grid, up or down in a single column.
                text={<span aria-hidden className={styles.arrow} data-direction={direction} />}
                label={`Move ${name} ${direction}`}
                title={`Move ${direction}`}
                data-move={`${id} ${direction}`}
                aria-disabled={!canMove[direction] || isMoving}
                onClick={() => onMove(direction)}
              />
            ))}
          </span>
        </div>
      )}
    </li>
  )
}

/** Updates optimistically and rolls back on failure. */
function useVisibility({ id, isVisible }: PricingProduct) {
  const isGuarded = useClickGuard(isVisible)
  const update = useWrite({
    kind: 'pricing_products',
    what: 'product',
    send: (visible: boolean) => updatePricingProductVisibility(id, { isVisible: visible }),
    saved: 'Product visibility updated',
    undone: 'Product visibility updated',
    failed: 'Failed to update visibility',
    show: (queryClient, written) => putProducts(queryClient, [written]),
  })
  return {
    isVisible: update.pending ?? isVisible,
    isBusy: update.isPending || isGuarded,
    toggle: () => update.start(!isVisible),
  }
}
