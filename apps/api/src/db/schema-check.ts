import { fail } from '../config/settings.ts'
import { refusalToServe, schemaDistance } from './schema-version.ts'

const againMs = 5_000

/**
 * Checks that this release fits the database's schema, and ends the process when it does not. A server starts without its database too, so this resolves after
 * the first attempt and keeps trying in the background. Returns the function that stops it.
 */
export async function checkSchema(databaseUrl: string): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  const check = async () => {
    try {
      const refusal = refusalToServe(await schemaDistance(databaseUrl))
      if (refusal) fail([refusal])
    } catch {
      timer = setTimeout(() => void check(), againMs)
      timer.unref()
    }
  }
  await check()
  return () => clearTimeout(timer)
}
