import { defineEntity, p } from '@mikro-orm/core'
import { SampleType, type Touches } from '@app/contract'
import { sql } from 'kysely'
import { textOf, columns, type Fragment } from '../db/sql.ts'
import { crmColumns } from './crm-columns.ts'
import { addedTexts, textProperties } from '../db/migrations/added-texts.ts'
import { searchedText } from '../db/migrations/searched-text.ts'
import { spamColumns } from './spam-columns.ts'
import { forgetsChanges, idempotencyColumns, indexOn, insertedAt, instant, oneOf, uuidKey } from './common-columns.ts'

/** The searched text of sample requests. */
export const searchedSampleRequest = searchedText('sample_request')

/** The shipping address for samples, reduced to letters and digits so that different spellings compare as equal. */
export const sampleAddress = ({
  zip,
  addressLine1,
  addressLine2,
}: Readonly<Record<'zip' | 'addressLine1' | 'addressLine2', Fragment>>): Fragment =>
  sql`left(${zip}, 5), regexp_replace(lower(${addressLine1} || coalesce(${addressLine2}, '')), '[^[:alnum:]]+', '', 'g')`

/** A request for free print samples. Like a lead, it is its own outbox for the CRM. */
export const SampleRequestEntity = defineEntity({
  name: 'SampleRequest',
  tableName: 'sample_request',
  triggers: [forgetsChanges('sample_request')],
  indexes: [
    { properties: ['createdAt', 'id'] },
    { properties: ['processed', 'createdAt', 'id'] },
    { properties: ['crmStatus', 'createdAt', 'id'] },
    {
      name: 'sample_request_printed_index',
      properties: ['processed', 'createdAt', 'id'],
      where: 'printed_at is not null and not processed',
    },
    { name: 'sample_request_day_index', properties: ['createdAt', 'source'], where: 'not is_spam' },
    { name: 'sample_request_crm_waiting_index', properties: ['id'], where: 'crm_enqueued_at is null and not is_spam' },
    { name: 'sample_request_spam_index', properties: ['createdAt', 'id'], where: 'is_spam' },
    { name: 'sample_request_email_index', expression: indexOn(() => '(lower(email))') },
    {
      name: 'sample_request_company_index',
      expression: indexOn(() => '(lower(company)) where company is not null'),
    },
    {
      name: 'sample_request_address_index',
      expression: indexOn((): string => `(${textOf(sampleAddress(columns(SampleRequestEntity)))})`),
    },
    {
      name: 'sample_request_words_index',
      expression: indexOn(() => `using gin ((${textOf(searchedSampleRequest)}) gin_trgm_ops)`),
    },
  ],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    firstName: p.string().length(200),
    lastName: p.string().length(200),
    email: p.string().length(254),
    /** As typed. */
    phone: p.string().length(40).nullable(),
    /** +1 and ten digits, for a US number. */
    phoneNormalized: p.string().length(20).nullable(),
    company: p.string().length(200).nullable(),
    addressLine1: p.string().length(200),
    addressLine2: p.string().length(200).nullable(),
    city: p.string().length(200),
    /** USPS code, or the visitor's text if it is neither a code nor a state name. */
    state: p.string().length(60),
    stateNeedsReview: p.boolean().default(false),
    zip: p.string().length(10),
    sampleType: oneOf('sample_type', 20, SampleType.enum),
    /** Name of the requested template as the visitor saw it. The template may have been deleted since. */
    templateName: p.string().length(200).nullable(),
    notes: p.text().nullable(),
    /** Label of the event that the form was for. */
    source: p.string().length(200).nullable(),
    processed: p.boolean().default(false),
    /** When the request was marked as processed, and the person's name at that time. Null while it is pending. */
    processedAt: instant().nullable(),
    processedBy: p.string().length(200).nullable(),
    /** When and by whom the label or packing slip was last printed. */
    printedAt: instant().nullable(),
    printedBy: p.string().length(200).nullable(),
    /** Letters and digits, without spaces. */
    trackingNumber: p.string().length(40).nullable(),
    /** Incremented with each change by staff; callers name it in If-Match. */
    version: p.integer().default(1),
    ...idempotencyColumns(64),
    ...spamColumns,
    crmStatus: oneOf('crm_status', 20, ['pending', 'synced', 'failed']).default('pending'),
    ...crmColumns,
    crmDealId: p.bigint('number').nullable(),
    ...textProperties(addedTexts.sample_request),
    /** How the visitor found the site, as sent with the form. Null when unknown. */
    touches: p.json<Touches>().nullable(),
  },
})

/** A piece that staff offer as a sample, with pictures of its sides. */
export const SampleTemplateEntity = defineEntity({
  name: 'SampleTemplate',
  tableName: 'sample_template',
  indexes: [{ properties: ['createdAt', 'id'] }],
  properties: {
    id: uuidKey(),
    createdAt: insertedAt(),
    name: p.string().length(200),
    type: oneOf('type', 20, ['postcard', 'letter']),
    frontImageUrl: p.string().length(2000).nullable(),
    backImageUrl: p.string().length(2000).nullable(),
    description: p.text().default(''),
    active: p.boolean().default(true),
    /** Incremented with each change; callers name it in If-Match. */
    version: p.integer().default(1),
  },
})
