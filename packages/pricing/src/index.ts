export * from './pipeline.ts'
export * from './price-list.ts'
