export * from './generated/index.ts'
export * from './request.ts'
export * from './live-events.ts'
export * from './problem.ts'
