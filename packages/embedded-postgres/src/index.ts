export { EmbeddedPostgresError } from './errors.ts'
export { freePort } from './free-port.ts'
export {
  type ConnectionString,
  type EmbeddedPostgres,
  findPostgres,
  type StartOptions,
  startPostgres,
} from './start-postgres.ts'
export { throwawayFolder } from './throwaway-folder.ts'
