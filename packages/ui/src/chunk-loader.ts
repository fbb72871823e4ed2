/**
 * Replaces the bundler's loader (see chunk-loader-plugin.ts). Downloads a chunk with all scripts and styles it needs, and
 * only then imports it.
 *
 * The order matters. Once `import()` has failed for a URL, a browser may fail every later import of it, and of each
 * chunk that depends on it, until the page is reloaded. A failed fetch has no such effect, and after a successful fetch,
 * the import comes from the browser's cache.
 * @param files the files of the chunk and of everything it imports statically, relative to the base of the build
 * @throws if any of them could not be downloaded. The next call retries those.
 */
export async function loadChunk<Chunk>(importChunk: () => Promise<Chunk>, files: string[] = []): Promise<Chunk> {
  const addresses = files.map((file) => import.meta.env.BASE_URL + file).filter((address) => !isInPage(address))
  const downloads = []
  for (const address of addresses) {
    downloads.push(downloaded(address))
    // A page has up to twenty files. Requesting them all in one go would block a slow phone for a tenth of a second.
    await yieldToBrowser()
  }
  await Promise.all(downloads)
  // In the bundler's order, because later styles override earlier ones.
  await Promise.all(addresses.filter((address) => address.endsWith('.css')).map((address) => applied(address)))
  return importChunk()
}

/** Lets more urgent work run first, for a limited time. Does not wait in browsers without a scheduler. */
async function yieldToBrowser(): Promise<void> {
  const { scheduler }: { scheduler?: Partial<Scheduler> } = globalThis
  const timeout = new Promise((resolve) => {
    setTimeout(resolve, maxYieldMs)
  })
  await Promise.race([scheduler?.yield?.(), timeout])
}

const maxYieldMs = 50

/** A connection can drop silently, so a download without data for this long counts as failed. */
const stallMs = 10_000

/** Truthy when the page's HTML already includes the file. Inlined styles carry the URL of their file. */
const isInPage = (address: string) =>
  document.head.querySelector(
    `link[href="${address}"]:not([data-lazy]),script[src="${address}"],style[data-from="${address}"]`,
  )

const downloaded = onceItSucceeds(async (address) => {
  const controller = new AbortController()
  let timer = 0
  const restartTimer = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => controller.abort(), stallMs)
  }
  restartTimer()
  try {
    const response = await fetch(address, { signal: controller.signal })
    if (!response.ok) throw new Error(`${address} responded with ${response.status}`)
    // The browser caches a file only after it is read to the end.
    const reader = response.body?.getReader()
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) restartTimer()
  } finally {
    clearTimeout(timer)
  }
})

const applied = onceItSucceeds(
  (address) =>
    new Promise<void>((resolve, reject) => {
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.crossOrigin = ''
      link.href = address
      link.dataset['lazy'] = ''
      const fail = () => {
        link.remove()
        reject(new Error(`${address} was not applied`))
      }
      const timer = setTimeout(fail, stallMs)
      link.addEventListener('load', () => {
        clearTimeout(timer)
        resolve()
      })
      link.addEventListener('error', fail)
      document.head.append(link)
    }),
)

/** Does the work once per address, and again only after a failure. */
function onceItSucceeds(work: (address: string) => Promise<void>): (address: string) => Promise<void> {
  const attempts = new Map<string, Promise<void>>()
  return (address) => {
    const attempt = attempts.get(address) ?? work(address)
    attempts.set(address, attempt)
    attempt.catch(() => attempts.delete(address))
    return attempt
  }
}

// The bundler's output imports its loader by this name.
export { loadChunk as __vitePreload }
