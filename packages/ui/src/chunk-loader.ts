/**
 * Replaces the bundler's own loader (see chunk-loader-plugin.ts). It first downloads a chunk with all the scripts and
 * styles that it needs, and only then uses them.
 *
 * The order matters. Once `import()` has failed for a URL, a browser may fail every later import of it, and of each
 * chunk that depends on it, until the page is reloaded. A failed fetch leaves no such trace, and the import that follows
 * a successful fetch is served from the browser's cache.
 * @param files the files of the chunk and of everything it imports statically, relative to the base of the build
 * @throws if any of them could not be downloaded. The next call downloads those again.
 */
export async function loadChunk<Chunk>(importChunk: () => Promise<Chunk>, files: string[] = []): Promise<Chunk> {
  const addresses = files.map((file) => import.meta.env.BASE_URL + file).filter((address) => !isInPage(address))
  const downloads = []
  for (const address of addresses) {
    downloads.push(downloaded(address))
    // A page has up to twenty files. Asking for them in one go keeps a slow phone from answering for a tenth of a second.
    await letOthersGoFirst()
  }
  await Promise.all(downloads)
  // In the bundler's order, because later styles override earlier ones.
  await Promise.all(addresses.filter((address) => address.endsWith('.css')).map((address) => applied(address)))
  return importChunk()
}

/** Lets the browser do what is more urgent first, within reason. One that cannot goes on at once. */
async function letOthersGoFirst(): Promise<void> {
  const { scheduler }: { scheduler?: Partial<Scheduler> } = globalThis
  const longEnough = new Promise((resolve) => {
    setTimeout(resolve, longestYieldMs)
  })
  await Promise.race([scheduler?.yield?.(), longEnough])
}

const longestYieldMs = 50

/** A line can be lost without anybody being told: what brings nothing for this long has failed. */
const stallMs = 10_000

/**
 * Whether the HTML of the page loads the file, which its head does. Inlined styles are marked with the URL of the file
 * they come from.
 */
const isInPage = (address: string) =>
  document.head.querySelector(
    `link[href="${address}"]:not([data-lazy]),script[src="${address}"],style[data-from="${address}"]`,
  )

const downloaded = onceItSucceeds(async (address) => {
  const line = new AbortController()
  let timer = 0
  const wait = () => {
    clearTimeout(timer)
    timer = window.setTimeout(() => line.abort(), stallMs)
  }
  wait()
  try {
    const response = await fetch(address, { signal: line.signal })
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    // The browser caches a file only once it has been read to the end.
    const reader = response.body?.getReader()
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) wait()
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

/** Does the work once for each address, and again only if it failed. */
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
