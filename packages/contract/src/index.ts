export { document } from './generated/document.ts'
export { operations } from './generated/operations.ts'
export * from './generated/schemas.ts'
export * from './handlers.ts'
