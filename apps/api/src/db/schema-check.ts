import { refusalToServe, schemaDistance } from './schema-version.ts'

const againMs = 5_000

interface SchemaCheck {
  /** Called with the reason why this release must not serve this database. */
  onRefusal: (refusal: string) => void
}

/**
 * Checks that this release fits the database's schema. A server starts without its database too, so this resolves after
 * the first attempt and keeps trying in the background. Returns the function that stops it.
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
