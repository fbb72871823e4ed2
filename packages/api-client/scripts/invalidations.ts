/** The parts of the contract that define which queries a write makes stale. */
export interface Contract {
  tags: { name: string; 'x-invalidates'?: false }[]
  paths: Record<string, Record<string, Operation>>
}

interface Operation {
  operationId?: string
  tags?: string[]
  'x-invalidates'?: string[]
}

/**
 * The queries that each mutation makes stale: all reads of its tag without an id, or those that the operation names in
 * `x-invalidates`. A tag with `x-invalidates: false` has screens that refresh the records that changed themselves.
 */
export function invalidations({ tags, paths }: Contract): { onMutations: string[]; invalidates: string[] }[] {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, isRead: method === 'get', ...operation })),
  )
  const manual = new Set(tags.filter((tag) => tag['x-invalidates'] === false).map(({ name }) => name))
  const readsOf = (tag: string) =>
    operations
      .filter(({ path, isRead, tags: own = [] }) => isRead && !path.includes('{') && own.includes(tag))
      .flatMap(({ operationId }) => operationId ?? [])
  return operations.flatMap(({ isRead, operationId, tags: [tag = ''] = [], 'x-invalidates': named }) => {
    const invalidates = named ?? (manual.has(tag) ? [] : readsOf(tag))
    return isRead || !operationId || invalidates.length === 0 ? [] : [{ onMutations: [operationId], invalidates }]
  })
}
