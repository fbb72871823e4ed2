export * from './generated/hooks/index.msw.ts'
