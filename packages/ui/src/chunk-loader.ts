/**
 * Stands in for the bundler's own loader (see chunk-loader-plugin.ts): downloads a chunk with all the scripts and styles
 * that it needs, and only then uses them.
 *
 * The order matters. Once `import()` has failed for an address, a browser may answer every later import of it, and of
 * each chunk that depends on it, with the same failure until the page is reloaded. A failed fetch leaves no such trace,
 * and the import that follows a successful one is served from the browser's cache.
 * @param files those of the chunk and of everything it imports statically, relative to the base of the build
 * @throws when any of them did not arrive. The next call asks for those again.
 */
export async function loadChunk<Chunk>(importChunk: () => Promise<Chunk>, files: string[] = []): Promise<Chunk> {
  const addresses = files.map((file) => import.meta.env.BASE_URL + file).filter((address) => !isInPage(address))
  await Promise.all(addresses.map((address) => downloaded(address)))
  // Only now, and in the bundler's order: later styles overrule earlier ones.
  await Promise.all(addresses.filter((address) => address.endsWith('.css')).map((address) => applied(address)))
  return importChunk()
}

/** Whether the HTML of the page asked for it; styles may also stand in the page as text, with the address they are from. */
const isInPage = (address: string) =>
  document.querySelector(
    `link[href="${address}"]:not([data-lazy]),script[src="${address}"],style[data-from="${address}"]`,
  )

const downloaded = onceItSucceeds(async (address) => {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  // The cache holds a file once its last byte was read.
  await response.arrayBuffer()
})

const applied = onceItSucceeds(
  (address) =>
    new Promise<void>((resolve, reject) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.crossOrigin = ''
      link.href = address
      link.dataset['lazy'] = ''
      link.addEventListener('load', () => resolve())
      link.addEventListener('error', () => {
        link.remove()
        reject(new Error(`${address} was not applied`))
      })
      document.head.append(link)
    }),
)

/** Does the work once for each address, again only if it failed. */
function onceItSucceeds(work: (address: string) => Promise<void>): (address: string) => Promise<void> {
  const attempts = new Map<string, Promise<void>>()
  return (address) => {
    const attempt = attempts.get(address) ?? work(address)
    attempts.set(address, attempt)
    attempt.catch(() => attempts.delete(address))
    return attempt
  }
}

// The name under which the bundler's output imports its loader.
export { loadChunk as __vitePreload }
