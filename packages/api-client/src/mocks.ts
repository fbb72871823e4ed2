// Exports one handler for each operation, so that a test can choose its answer. The generated index has only bundles.
export * from './generated/hooks/auth/auth.msw.ts'
export * from './generated/hooks/crm/crm.msw.ts'
export * from './generated/hooks/leads/leads.msw.ts'
export * from './generated/hooks/pricing/pricing.msw.ts'
export * from './generated/hooks/print/print.msw.ts'
export * from './generated/hooks/samples/samples.msw.ts'
export * from './generated/hooks/staff/staff.msw.ts'
export * from './generated/hooks/templates/templates.msw.ts'
