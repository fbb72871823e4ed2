export * from './brand.ts'
export * from './lead-source.ts'
