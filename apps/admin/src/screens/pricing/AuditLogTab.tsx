import {
  getExportPricingAuditUrl,
  type PricingAuditEntry,
  type PricingProduct,
  useListPricingAudit,
  useListPricingProducts,
} from '@app/api-client'
import { optionsOf } from '@app/labels'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Instant } from '../../components/Instant.tsx'
import { ExportLink } from '../../list/ExportLink.tsx'
import { FilterSelect } from '../../list/FilterSelect.tsx'
import { PagedRows } from '../../list/PagedRows.tsx'
import { keepPage, pageOf } from '../../list/paging.ts'
import { DayFields } from '../../list/RangeField.tsx'
import { RowButton } from '../../list/RowButton.tsx'
import { SearchBox } from '../../list/SearchBox.tsx'
import { dayOf, searchOf, type UrlState, useUrlState, valueOf } from '../../list/use-url-state.ts'
import { useCanEdit } from '../../session/use-can-edit.ts'
import { actions, actionText, fieldText, restorable, valueText } from './audit-display.ts'
import styles from './AuditLogTab.module.css'
import { RestoreDialog } from './RestoreDialog.tsx'

const options = optionsOf(actions)
const recordId = /^[\da-f-]{36}$/

/** The filters in the URL. Filters that are not set are absent. */
function filterOf(url: UrlState) {
  const productId = recordId.test(url.get('product') ?? '') ? url.get('product') : undefined
  const action = valueOf(options, url.get('action'))
  const actor = searchOf(url.get('actor'))
  const from = dayOf(url.get('from'))
  const to = dayOf(url.get('to'))
  return {
    ...(productId && { productId }),
    ...(action && { action }),
    ...(actor && { actor }),
    ...(from && { from }),
    ...(to && { to }),
  }
}

export function AuditLogTab() {
  const url = useUrlState()
  const canEdit = useCanEdit()
  const products = useListPricingProducts()
  const filter = filterOf(url)
  const isFiltered = Object.keys(filter).length > 0
  const audit = useListPricingAudit({ ...pageOf(url), ...filter }, keepPage)
  const [restoring, setRestoring] = useState<PricingAuditEntry>()
  const productOf = (entry: PricingAuditEntry) => products.data?.data.find(({ id }) => id === entry.productId)
  const canRestore = (entry: PricingAuditEntry) => canEdit && restorable(entry, productOf(entry)).length > 0

  return (
    <>
      <div className={styles.bar}>
        <AuditFilters url={url} products={products.data?.data ?? []} />
        <div className={styles.actions}>
          <Button variant="default" loading={audit.isFetching} onClick={() => void audit.refetch()}>
            Refresh
          </Button>
          <ExportLink url={getExportPricingAuditUrl(filter)} />
        </div>
      </div>
      <PagedRows
        query={audit}
        url={url}
        label="Audit log"
        failure="The audit log could not be loaded"
        empty={isFiltered ? 'No changes match' : 'No changes yet'}
        hint="Every product change is recorded here, with the person who made it."
      >
        {(entry) => (
          <Entry
            key={entry.id}
            entry={entry}
            name={entry.productName ?? productOf(entry)?.name ?? `Product ${entry.productId.slice(0, 8)}`}
            onRestore={canRestore(entry) ? () => setRestoring(entry) : undefined}
          />
        )}
      </PagedRows>
      {restoring && (
        <RestoreDialog entry={restoring} product={productOf(restoring)} onClose={() => setRestoring(undefined)} />
      )}
    </>
  )
}

type FilterProps = { url: UrlState; products: readonly PricingProduct[] }

const AuditFilters = ({ url, products }: FilterProps) => (
  <>
    <FilterSelect
      url={url}
      name="product"
      label="Product"
      all="All products"
      options={products.map(({ id, name }) => ({ value: id, label: name }))}
    />
    <FilterSelect url={url} name="action" label="Action" all="All actions" options={options} />
    <SearchBox url={url} name="actor" label="Person" placeholder="Full name" />
    <DayFields url={url} />
  </>
)

type EntryProps = { entry: PricingAuditEntry; name: string; onRestore: (() => void) | undefined }

function Entry({ entry, name, onRestore }: EntryProps) {
  const { action, actor, changes = [], createdAt } = entry
  return (
    <li className={styles.entry}>
      <div className={styles.head}>
        <p className={styles.what}>
          <strong>{actionText(action)}</strong> <span dir="auto">{name}</span>
        </p>
        <p className={styles.who}>
          {actor && <span dir="auto">{actor}</span>}
          {actor && ' · '}
          <Instant at={createdAt} />
        </p>
      </div>
      {changes.length > 0 && (
        <dl className={styles.changes}>
          {changes.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{fieldText(field)}</dt>
              <dd>
                {action !== 'create' && (
                  <>
                    <del>{valueText(field, before)}</del>
                    <span aria-label="became"> → </span>
                  </>
                )}
                <ins>{valueText(field, after)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {onRestore && (
        <RowButton
          className={styles.restore}
          label={`Restore ${name} as it was before this change`}
          onClick={onRestore}
        >
          Restore
        </RowButton>
      )}
    </li>
  )
}
