import { Set as setFormat } from 'typebox/format'
import { formats } from './formats.ts'

// Makes TypeBox check schemas the way Ajv does.
for (const [name, check] of Object.entries(formats)) setFormat(name, check)

export { document } from './document.ts'
export { operations } from './generated/operations.ts'
export { formats, isInstant, isLine } from './formats.ts'
export * from './generated/schemas.ts'
export * from './handlers.ts'
export { type Operation, operationTable } from './operation-table.ts'
