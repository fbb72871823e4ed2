export * from './brand.ts'
export * from './broken-links.ts'
export * from './lead-source.ts'
