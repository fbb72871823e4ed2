import { startPostgres, throwawayFolder } from '@app/embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/migrate.ts'
import { onServer, templateDatabase } from './template-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the maintenance database of the server that the tests use, for its owner. */
    serverUrl: string
    /** The same for the API. */
    servingUrl: string
  }
}

/** One server for the run and one migrated template, of which every test file gets a copy. */
export async function setup(project: TestProject) {
  const server = await startPostgres({ dataDir: throwawayFolder('api-test-'), throwaway: true })
  const [url, servingUrl] = [server.url(), server.url('postgres', 'api')]
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`create database ${templateDatabase}`)
  await admin.end()

  await migrate(onServer(url, templateDatabase), { servingUrl: onServer(servingUrl, templateDatabase) })
  project.provide('serverUrl', url)
  project.provide('servingUrl', servingUrl)
  return server.stop
}
