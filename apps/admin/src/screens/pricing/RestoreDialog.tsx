import { type PricingAuditEntry, type PricingProduct, updatePricingProduct } from '@app/api-client'
import { labelOf } from '@app/labels'
import { ifMatch } from '../../edit/use-record-edit.tsx'
import { useSeen } from '../../edit/use-seen.tsx'
import { useWrite } from '../../edit/use-write.ts'
import { Confirm } from '../../components/Confirm.tsx'
import { productLabels, restorable, restored, valueText } from './audit-display.ts'
import styles from './RestoreDialog.module.css'

type Props = { entry: PricingAuditEntry; product: PricingProduct | undefined; onClose: () => void }

/** Restores the values from before a change. The restore is itself logged as a change. */
export function RestoreDialog({ entry, product: current, onClose }: Props) {
  const { seen: product, news } = useSeen(current, 'product')
  const changes = restorable(entry, product)
  const restore = useWrite({
    kind: 'pricing_products',
    what: 'product',
    send: (stored: PricingProduct) => updatePricingProduct(stored.id, restored(stored, changes), ifMatch(stored)),
    saved: 'Product updated successfully',
    undone: 'Product updated successfully',
    failed: 'Failed to update product',
    close: onClose,
  })
  const confirm = () => {
    // A colleague restored them while the question was open.
    if (!product || changes.length === 0) return onClose()
    restore.start(product)
  }
  return (
    <Confirm
      title="Restore earlier values?"
      action={changes.length > 0 ? 'Restore' : 'OK'}
      color="ink"
      isWorking={restore.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      {news}
      <p className={styles.text}>
        <strong dir="auto">{product?.name}</strong>{' '}
        {changes.length > 0
          ? 'currently has the first value and will be restored to the second. Nothing else changes.'
          : 'already has these values.'}
      </p>
      <dl className={styles.values}>
        {changes.map(({ field, before, now }) => (
          <div key={field}>
            <dt>{labelOf(productLabels, field)}</dt>
            <dd>
              <del>{valueText(field, now)}</del>
              <span aria-label="becomes"> → </span>
              <ins>{valueText(field, before)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </Confirm>
  )
}
