import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { brand } from './brand.ts'

/** A business that shares no value with the default one. */
export const anotherBrand = {
  companyName: 'Quillmark',
  productName: 'Quillmark Send',
  foundedYear: 1990,
  phone: { display: '(800) 555-0123', displayLong: '1-800-555-0123', href: 'tel:+18005550123' },
  email: 'post@quillmark.example',
  address: { street: '7 Sample Mill Lane', city: 'Dayton', state: 'OH', zip: '45402' },
  postage: { permit: { city: 'Dayton', state: 'OH', number: '204' }, mailerId: '900000204' },
  legal: { effectiveDate: 'January 2, 2027', requestRetention: 'for three years' },
  siteOrigin: 'https://quillmark.example',
  links: {
    customerPortal: 'https://my.quillmark.example/',
    scheduleDemo: 'https://calendar.quillmark.example/',
    registerAccount: 'https://my.quillmark.example/join',
    apiDocs: 'https://developers.quillmark.example/',
    printApi: 'https://print.quillmark.example',
    crmDealBase: 'https://sales.quillmark.example/deals/',
    crmLeadBase: 'https://sales.quillmark.example/leads/',
  },
}

/** A bundler plugin that replaces `brand.ts` with the other business. */
export const withAnotherBrand = {
  name: 'another-brand',
  load: (id: string) =>
    id.endsWith('/packages/brand/src/brand.ts') ? `export const brand = ${JSON.stringify(anotherBrand)}` : null,
}

const leaves = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [String(value)]

/** Values that identify the default business wherever they occur. A state, a year, a date, or a path does not. */
const identifying = leaves(brand).filter(
  (value) => value.length >= 5 && !value.startsWith('/') && value !== brand.legal.effectiveDate,
)

/**
 * Finds values of the default business that remain in a folder of built files, as "file: value".
 * @throws {Error} if the folder was not built with the other business, which would make the search meaningless
 */
export function tracesOfDefaultBrand(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const isReplaced = files.some(({ parentPath, name }) =>
    readFileSync(path.join(parentPath, name), 'latin1').includes(anotherBrand.companyName),
  )
  if (!isReplaced) throw new Error(`${folder} was not built with the other brand`)
  return files.flatMap(({ parentPath, name }) => {
    const text = readFileSync(path.join(parentPath, name), 'latin1').toLowerCase()
    return identifying.filter((value) => text.includes(value.toLowerCase())).map((value) => `${name}: ${value}`)
  })
}
