export * from './pipeline.ts'
export * from './price-list.ts'
export * from './quote.ts'
