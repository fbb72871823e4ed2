import {
  getListPricingProductsQueryKey,
  listPricingAudit,
  listPricingProducts,
  type PricingProduct,
  useCreatePricingProduct,
  useUpdatePricingProduct,
} from '@app/api-client'
import { NativeSelect, Switch, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { reasonOf, statusOf } from '../../layout/ErrorNotice.tsx'
import { fieldErrors } from '../../layout/field-errors.ts'
import { FormDialog } from '../../layout/FormDialog.tsx'
import { StaleNotice } from '../../layout/StaleNotice.tsx'
import { showFailure, showSaved } from '../../layout/toasts.tsx'
import { useConflict } from '../../layout/use-conflict.ts'
import { useOneSuccess } from '../../layout/use-one-at-a-time.ts'
import { useKeptDraft } from '../../session/use-kept-draft.ts'
import { fieldText, valueText } from './audit-display.ts'
import { PriceListWarning } from './PriceNotices.tsx'
import { ProductFace } from './ProductFace.tsx'
import { categories, type ProductForm, productForm, productRules, toProductInput } from './product-form.ts'
import styles from './ProductDialog.module.css'

/** Creates a product, or edits the one it is given. */
export function ProductDialog({ product, onClose }: { product?: PricingProduct | undefined; onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm<ProductForm>({ initialValues: productForm(product), validate: productRules })
  /** The version of the record that the form is based on. */
  const [version, setVersion] = useKeptDraft(form, product?.version)

  const answers = (success: string, failure: string) => ({
    onSuccess() {
      showSaved(success)
      onClose()
    },
    onError(error: Error) {
      form.setErrors(statusOf(error) === 409 ? { name: reasonOf(error) } : fieldErrors(error))
      if (statusOf(error) === 412) conflict.open()
      else showFailure(error, failure)
    },
  })
  const create = useCreatePricingProduct({
    mutation: answers('Product created successfully', 'Failed to create product'),
  })
  const update = useUpdatePricingProduct({
    mutation: answers('Product updated successfully', 'Failed to update product'),
  })

  const load = async () => {
    const [products, changes] = await Promise.all([
      queryClient.fetchQuery({
        queryKey: getListPricingProductsQueryKey(),
        queryFn: ({ signal }) => listPricingProducts({ signal }),
        staleTime: 0,
      }),
      listPricingAudit({ productId: product?.id ?? '', limit: 1 }),
    ])
    const stored = products.data.find(({ id }) => id === product?.id)
    const [change] = changes.data
    return (
      stored && {
        version: stored.version,
        values: productForm(stored),
        changedBy: change?.actor,
        changedAt: change?.createdAt,
      }
    )
  }
  const conflict = useConflict({ form, load, setVersion, onGone: onClose })

  const write = useOneSuccess()
  /** `basis` is the only stored version that may be overwritten. */
  const save = (basis: number | undefined) => {
    const data = toProductInput(form.values)
    if (!product) return write(() => create.mutateAsync({ data }))
    write(() => update.mutateAsync({ id: product.id, data, ...(basis && { headers: { 'If-Match': `"${basis}"` } }) }))
  }

  return (
    <FormDialog
      title={product ? 'Edit Product' : 'Add Product'}
      size="54rem"
      isDirty={form.isDirty()}
      isSaving={create.isPending || update.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit(() => save(version))}
    >
      <div className={styles.columns}>
        <div className={styles.fields}>
          {conflict.isOpen && (
            <StaleNotice
              what="product"
              conflict={conflict}
              fieldText={fieldText}
              valueText={valueText}
              isSaving={update.isPending}
              onOverwrite={save}
            />
          )}
          <TextInput label="Name" required maxLength={200} data-autofocus {...form.getInputProps('name')} />
          <NativeSelect label="Category" required data={categories} {...form.getInputProps('category')} />
          <div className={styles.numbers}>
            <TextInput
              type="number"
              inputMode="decimal"
              label="Starting price"
              description="US dollars a piece"
              required
              min={0}
              step={0.01}
              {...form.getInputProps('startingPrice')}
            />
            <TextInput
              type="number"
              label="Sort order"
              description="Lower comes first"
              step={1}
              {...form.getInputProps('sortOrder')}
            />
          </div>
          <PriceListWarning product={toProductInput(form.values)} />
          <Textarea label="Description" rows={3} maxLength={5000} {...form.getInputProps('description')} />
          <Textarea label="Features" description="One on each line" rows={5} {...form.getInputProps('features')} />
          <div>
            <Switch
              label="Visible"
              aria-describedby="visible-hint"
              {...form.getInputProps('isVisible', { type: 'checkbox' })}
            />
            <p id="visible-hint" className={styles.hint}>
              Visible products are shown on the pricing page.
            </p>
          </div>
        </div>
        <section aria-label="Preview" className={styles.preview}>
          <p className={styles.previewTitle}>
            {form.values.isVisible ? 'As the site shows it' : 'Hidden: the site does not show it'}
          </p>
          <div className={styles.card} data-hidden={!form.values.isVisible || undefined}>
            <ProductFace product={toProductInput(form.values)} heading="h3" />
          </div>
        </section>
      </div>
    </FormDialog>
  )
}
