import { startPostgres, throwawayFolder } from '@app/embedded-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '../src/migrate.ts'
import { onServer, templateDatabase } from './template-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the test server's maintenance database, with the owner role. */
    serverUrl: string
    /** The same URL with the role of the API. */
    servingUrl: string
  }
}

/** Starts one server for the run with one migrated template, which is copied for every test file. */
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
