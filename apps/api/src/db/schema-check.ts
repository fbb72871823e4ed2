import { refusalToServe, schemaDistance } from './schema-version.ts'

const againMs = 5_000

interface SchemaCheck {
  /** Hears why this release must not serve this database. */
  onRefusal: (refusal: string) => void
}

/**
 * Holds the database's schema against this release, now and until it was once possible: a server starts without its
 * database too. Resolves after the first try. Returns the function that calls the rest off.
 */
export async function checkSchema(databaseUrl: string, { onRefusal }: SchemaCheck): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  const check = async () => {
    try {
      const refusal = refusalToServe(await schemaDistance(databaseUrl))
      if (refusal) onRefusal(refusal)
    } catch {
      timer = setTimeout(() => void check(), againMs)
      timer.unref()
    }
  }
  await check()
  return () => clearTimeout(timer)
}
