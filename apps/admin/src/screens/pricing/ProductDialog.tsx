import {
  getListPricingProductsQueryKey,
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
import { useOneSuccess } from '../../layout/use-one-at-a-time.ts'
import { useKeptDraft } from '../../session/use-kept-draft.ts'
import { ProductFace } from './ProductFace.tsx'
import { categories, type ProductForm, productForm, productRules, toProductInput } from './product-form.ts'
import styles from './ProductDialog.module.css'

/** Creates a product, or edits the one it is given. */
export function ProductDialog({ product, onClose }: { product?: PricingProduct | undefined; onClose: () => void }) {
  const queryClient = useQueryClient()
  const form = useForm<ProductForm>({ initialValues: productForm(product), validate: productRules })
  /** The stored state that the form stands on. */
  const [version, setVersion] = useKeptDraft(form, product?.version)

  const answers = (success: string, failure: string) => ({
    onSuccess() {
      showSaved(success)
      onClose()
    },
    onError(error: Error) {
      form.setErrors(statusOf(error) === 409 ? { name: reasonOf(error) } : fieldErrors(error))
      if (statusOf(error) !== 412) showFailure(error, failure)
    },
  })
  const create = useCreatePricingProduct({
    mutation: answers('Product created successfully', 'Failed to create product'),
  })
  const update = useUpdatePricingProduct({
    mutation: answers('Product updated successfully', 'Failed to update product'),
  })

  const write = useOneSuccess()
  /** Without a version the change is written over whatever is stored. */
  const save = (basis: number | undefined) => {
    const data = toProductInput(form.values)
    if (!product) return write(() => create.mutateAsync({ data }))
    write(() => update.mutateAsync({ id: product.id, data, ...(basis && { headers: { 'If-Match': `"${basis}"` } }) }))
  }
  const reload = async () => {
    const { data } = await queryClient.fetchQuery({
      queryKey: getListPricingProductsQueryKey(),
      queryFn: ({ signal }) => listPricingProducts({ signal }),
      staleTime: 0,
    })
    const fresh = data.find(({ id }) => id === product?.id)
    if (!fresh) return onClose()
    setVersion(fresh.version)
    form.setInitialValues(productForm(fresh))
    form.reset()
    update.reset()
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
          {update.error && statusOf(update.error) === 412 && (
            <StaleNotice what="product" onReload={reload} onOverwrite={() => save(undefined)} />
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
