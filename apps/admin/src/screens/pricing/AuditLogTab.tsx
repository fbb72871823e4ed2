import {
  getExportPricingAuditUrl,
  type PricingAuditEntry,
  useListPricingAudit,
  useListPricingProducts,
} from '@app/api-client'
import { labelOf, optionsOf } from '@app/labels'
import { Button } from '@mantine/core'
import { useState } from 'react'
import toolbar from '../../components/Toolbar.module.css'
import { absent } from '../../components/format.ts'
import { ChangeEntry } from '../../list/ChangeEntry.tsx'
import { ExportLink } from '../../list/ExportLink.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import {
  daysIn,
  idOf,
  keepPage,
  pageOf,
  present,
  searchOf,
  type UrlState,
  useUrlState,
  valueOf,
} from '../../list/use-url-state.ts'
import { DayFields } from '../../list/RangeField.tsx'
import { RowButton } from '../../list/RowButton.tsx'
import { SearchBox } from '../../list/SearchBox.tsx'
import { useCanEdit } from '../../session/use-staff.ts'
import { actions, actionText, productLabels, restorable, valueText } from './audit-display.ts'
import { RestoreDialog } from './RestoreDialog.tsx'

const options = optionsOf(actions)

/** The filters in the URL. Filters that are not set are absent. */
const filterOf = (url: UrlState) =>
  present({
    productId: idOf(url.get('product')),
    action: valueOf(options, url.get('action')),
    actor: searchOf(url.get('actor')),
    ...daysIn(url),
  })

export function AuditLogTab() {
  const url = useUrlState()
  const canEdit = useCanEdit()
  const products = useListPricingProducts()
  const filter = filterOf(url)
  const isFiltered = Object.keys(filter).length > 0
  const audit = useListPricingAudit({ ...pageOf(url), ...filter }, keepPage)
  const [restoring, setRestoring] = useState<PricingAuditEntry>()
  const productOf = (entry: PricingAuditEntry) => products.data?.data.find(({ id }) => id === entry.productId)
  const nameOf = (entry: PricingAuditEntry) =>
    entry.productName ?? productOf(entry)?.name ?? `Product ${entry.productId.slice(0, 8)}`
  const canRestore = (entry: PricingAuditEntry) => canEdit && restorable(entry, productOf(entry)).length > 0

  return (
    <>
      <div className={toolbar.filters}>
        <FilterSelect
          name="product"
          label="Product"
          all="All products"
          options={(products.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
        <FilterSelect name="action" label="Action" all="All actions" options={options} />
        <SearchBox name="actor" label="Person" placeholder="Full name" />
        <DayFields />
        <Button variant="default" loading={audit.isFetching} onClick={() => void audit.refetch()}>
          Refresh
        </Button>
        <ExportLink url={getExportPricingAuditUrl(filter)} />
      </div>
      <PagedRows
        query={audit}
        label="Audit log"
        empty={isFiltered ? 'No changes match' : 'No changes yet'}
        hint="Every product change is recorded here, with the person who made it."
      >
        {(entry) => (
          <ChangeEntry
            key={entry.id}
            entry={{ ...entry, recordName: nameOf(entry), changes: entry.changes ?? [], actor: entry.actor ?? absent }}
            action={actionText(entry.action)}
            shown={({ field, before, after }) => ({
              label: labelOf(productLabels, field),
              before: entry.action === 'create' ? undefined : valueText(field, before),
              after: valueText(field, after),
            })}
          >
            {canRestore(entry) && (
              <RowButton
                text="Restore"
                label={`Restore ${nameOf(entry)} as it was before this change`}
                onClick={() => setRestoring(entry)}
              />
            )}
          </ChangeEntry>
        )}
      </PagedRows>
      {restoring && (
        <RestoreDialog entry={restoring} product={productOf(restoring)} onClose={() => setRestoring(undefined)} />
      )}
    </>
  )
}
