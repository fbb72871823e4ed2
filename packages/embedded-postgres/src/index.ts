export { EmbeddedPostgresError } from './errors.ts'
export { freePort } from './free-port.ts'
export { type EmbeddedPostgres, type StartOptions, startPostgres } from './start-postgres.ts'
