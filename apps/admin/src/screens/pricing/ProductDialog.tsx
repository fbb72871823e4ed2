import { createPricingProduct, listPricingProducts, type PricingProduct, updatePricingProduct } from '@app/api-client'
import { optionsOf } from '@app/labels'
import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { HintedSwitch } from '../../components/HintedSwitch.tsx'
import { FormDialog } from '../../edit/FormDialog.tsx'
import { readFrom, sendWhole, useRecordEdit } from '../../edit/use-record-edit.tsx'
import { Confirm } from '../../components/Confirm.tsx'
import { productLabels, valueText } from './audit-display.ts'
import { PriceListWarning } from './PriceNotices.tsx'
import { ProductFace } from './ProductFace.tsx'
import {
  categoryLabels,
  newProduct,
  type ProductForm,
  productForm,
  productRules,
  toProductInput,
} from './product-form.ts'
import { unusualPrice } from './unusual-price.ts'
import styles from './ProductDialog.module.css'

type Props = {
  product?: PricingProduct | undefined
  /** All products, because a new one comes last. */
  products: readonly PricingProduct[]
  onClose: () => void
}

/** Creates or edits a product. */
export function ProductDialog({ product, products, onClose }: Props) {
  const [question, setQuestion] = useState<string>()
  const edit = useRecordEdit({
    what: 'product',
    kind: 'pricing_products',
    record: product,
    valuesOf: (stored?: PricingProduct) => (stored ? productForm(stored) : newProduct(products)),
    rules: productRules,
    inputOf: toProductInput,
    send: sendWhole(toProductInput, createPricingProduct, updatePricingProduct),
    read: readFrom(() => listPricingProducts()),
    create: { saved: 'Product created successfully', failed: 'Failed to create product' },
    update: { saved: 'Product updated successfully', failed: 'Failed to update product' },
    labels: productLabels,
    valueText,
    onClose,
  })
  const { form } = edit
  const submit = () => {
    const unusual = unusualPrice(form.getValues().startingPrice, edit.stored?.startingPrice)
    if (unusual) setQuestion(unusual)
    else edit.save()
  }

  return (
    <FormDialog
      title={product ? 'Edit Product' : 'Add Product'}
      size="54rem"
      {...edit.dialog}
      onSubmit={form.onSubmit(submit)}
    >
      {question !== undefined && (
        <Confirm
          title="Save this price?"
          action="Save price"
          cancel="Keep editing"
          onConfirm={() => {
            setQuestion(undefined)
            edit.save()
          }}
          onClose={() => setQuestion(undefined)}
        >
          {question}
        </Confirm>
      )}
      <div className={styles.columns}>
        <ProductFields form={form} />
        <section aria-label="Preview">
          <p className={styles.previewTitle}>
            {form.values.isVisible ? 'As shown on the site' : 'Hidden from the site'}
          </p>
          <div className={styles.card} data-hidden={!form.values.isVisible || undefined}>
            <ProductFace product={toProductInput(form.values)} heading="h3" />
          </div>
        </section>
      </div>
    </FormDialog>
  )
}

const ProductFields = ({ form }: { form: UseFormReturnType<ProductForm> }) => (
  <Stack>
    <TextInput label="Name" required maxLength={200} data-autofocus {...form.getInputProps('name')} />
    <NativeSelect label="Category" required data={optionsOf(categoryLabels)} {...form.getInputProps('category')} />
    <div className={styles.numbers}>
      <TextInput
        type="number"
        inputMode="decimal"
        label="Starting price"
        description="In US dollars"
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
    {!productRules.startingPrice(form.values.startingPrice) && (
      <PriceListWarning product={toProductInput(form.values)} />
    )}
    <Textarea label="Description" rows={3} maxLength={5000} {...form.getInputProps('description')} />
    <Textarea label="Features" description="One per line" rows={5} {...form.getInputProps('features')} />
    <HintedSwitch
      label="Visible"
      hint="Visible products are shown on the pricing page."
      {...form.getInputProps('isVisible', { type: 'checkbox' })}
    />
  </Stack>
)
