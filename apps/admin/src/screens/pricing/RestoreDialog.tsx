import {
  getListPricingAuditQueryKey,
  getListPricingProductsQueryKey,
  type PricingAuditEntry,
  type PricingProduct,
  updatePricingProduct,
  useUpdatePricingProduct,
} from '@app/api-client'
import { useQueryClient } from '@tanstack/react-query'
import { Confirm } from '../../layout/Confirm.tsx'
import { statusOf } from '../../layout/ErrorNotice.tsx'
import { showFailure, showSaved } from '../../layout/toasts.tsx'
import { undoEdit } from '../../layout/undo-edit.ts'
import { useOneSuccess } from '../../layout/use-one-at-a-time.ts'
import { fieldText, restorable, stateBefore, valueText } from './audit-display.ts'
import { withChanges } from './product-form.ts'
import styles from './RestoreDialog.module.css'

type Props = { entry: PricingAuditEntry; product: PricingProduct | undefined; onClose: () => void }

/** Restores the values from before a change. The restore is logged as a change of its own. */
export function RestoreDialog({ entry, product, onClose }: Props) {
  const queryClient = useQueryClient()
  const write = useOneSuccess()
  const restore = useUpdatePricingProduct({
    mutation: {
      onSuccess({ data: saved }) {
        const undo =
          product &&
          undoEdit(queryClient, {
            write: () => updatePricingProduct(saved.id, withChanges(product, {}), { 'If-Match': `"${saved.version}"` }),
            keys: [getListPricingAuditQueryKey(), getListPricingProductsQueryKey()],
            saved: 'Product updated successfully',
            failed: 'Failed to update product',
          })
        showSaved('Product updated successfully', undo)
      },
      onError(error) {
        const isStale = statusOf(error) === 412
        const detail = isStale ? 'Someone else changed it meanwhile. Check the log, then try again.' : undefined
        showFailure(error, 'Failed to update product', detail)
        if (!isStale) return undefined
        void queryClient.invalidateQueries({ queryKey: getListPricingAuditQueryKey() })
        return queryClient.invalidateQueries({ queryKey: getListPricingProductsQueryKey() })
      },
      onSettled: onClose,
    },
  })
  const before = stateBefore(entry)
  const changes = restorable(entry, product)
  const confirm = () => {
    // A colleague has restored them while the question was open.
    if (!product || !before || changes.length === 0) return onClose()
    const headers = { 'If-Match': `"${product.version}"` }
    write(() => restore.mutateAsync({ id: product.id, data: withChanges(product, before), headers }))
  }
  return (
    <Confirm
      opened
      title="Restore earlier values?"
      action={changes.length > 0 ? 'Restore' : 'OK'}
      color="ink"
      isWorking={restore.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className={styles.text}>
        <strong dir="auto">{product?.name}</strong>{' '}
        {changes.length > 0
          ? 'now has the first value and will have the second again. Nothing else about it changes.'
          : 'has these values again.'}
      </p>
      <dl className={styles.values}>
        {changes.map(({ field, before: value, now }) => (
          <div key={field}>
            <dt>{fieldText(field)}</dt>
            <dd>
              <del>{valueText(field, now)}</del>
              <span aria-label="becomes"> → </span>
              <ins>{valueText(field, value)}</ins>
            </dd>
          </div>
        ))}
      </dl>
    </Confirm>
  )
}
