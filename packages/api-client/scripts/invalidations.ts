/** The parts of the contract that define which queries a write makes stale. */
export interface Contract {
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId?: string
  tags?: string[]
  'x-invalidates'?: string[]
  'x-navigation'?: true
}

/**
 * The queries that each mutation makes stale: all reads of its tag without an id, or the reads listed in the
 * operation's `x-invalidates`. The staff app calls operations without their hooks, and reloads the changed records
 * itself.
 */
export function invalidations({ paths }: Contract): { onMutations: string[]; invalidates: string[] }[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, isRead: method === 'get', ...operation })),
  )
  const readsOf = (tag: string) =>
    operations
      .filter(({ path, isRead, tags: own = [] }) => isRead && !path.includes('{') && own.includes(tag))
      .flatMap(({ operationId }) => operationId ?? [])
  return operations.flatMap(({ isRead, operationId, tags: [tag = ''] = [], ...operation }) => {
    const invalidates = operation['x-invalidates'] ?? readsOf(tag)
    if (isRead || !operationId || operation['x-navigation'] || invalidates.length === 0) return []
    return [{ onMutations: [operationId], invalidates }]
  })
}
