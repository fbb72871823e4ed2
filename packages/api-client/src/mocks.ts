export * from './generated/mocks.ts'
