import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The module remembers what was downloaded: each test starts with a fresh one. */
const freshLoader = async () => {
  vi.resetModules()
  return (await import('./chunk-loader.ts')).loadChunk
}

const files = ['assets/form.js', 'assets/shared.js', 'assets/base.css', 'assets/form.css']
const importForm = vi.fn<() => Promise<string>>()
const download = vi.fn<(address: string, options?: RequestInit) => Promise<Response>>()
const downloads = () => download.mock.calls.map(([address]) => address)
const styles = () => [...document.querySelectorAll('link')].map((link) => link.getAttribute('href'))

let outcomeOfStyles = 'load'
// jsdom loads no styles; each link immediately reports what a browser would report later.
const reporter = new MutationObserver((records) => {
  for (const node of records.flatMap(({ addedNodes }) => [...addedNodes]))
    node.dispatchEvent(new Event(outcomeOfStyles))
})

beforeEach(() => {
  vi.stubGlobal('fetch', download)
  download.mockReset().mockImplementation(async () => new Response('code'))
  importForm.mockReset().mockResolvedValue('the form')
  document.head.innerHTML = ''
  outcomeOfStyles = 'load'
  reporter.observe(document.head, { childList: true })
})
afterEach(() => {
  reporter.disconnect()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('imports a chunk after all its files have loaded, with styles in build order', async () => {
  const loadChunk = await freshLoader()
  const last = Promise.withResolvers<Response>()
  download.mockImplementation(async (address) =>
    address === '/assets/shared.js' ? last.promise : new Response('code'),
  )
  const loaded = loadChunk(importForm, files)
  await vi.waitFor(() => expect(downloads()).toEqual(files.map((file) => `/${file}`)), 10_000)
  expect(importForm).not.toHaveBeenCalled()
  expect(styles()).toEqual([])

  last.resolve(new Response('code'))
  await expect(loaded).resolves.toBe('the form')
  expect(styles()).toEqual(['/assets/base.css', '/assets/form.css'])
})

test.each([
  ['did not arrive', 'Failed to fetch', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is not on the server', 'responded with 404', async () => new Response('', { status: 404 })],
])('imports nothing while a shared file %s, and retries only that file', async (_name, message, answer) => {
  const loadChunk = await freshLoader()
  download.mockImplementation((address) =>
    address === '/assets/shared.js' ? answer() : Promise.resolve(new Response('code')),
  )
  await expect(loadChunk(importForm, files)).rejects.toThrow(message)
  expect(importForm).not.toHaveBeenCalled()
  expect(styles()).toEqual([])

  download.mockReset().mockImplementation(async () => new Response('code'))
  await expect(loadChunk(importForm, files)).resolves.toBe('the form')
  expect(downloads()).toEqual(['/assets/shared.js'])
})

test('styles that failed to apply are applied by the next call, once each', async () => {
  const loadChunk = await freshLoader()
  outcomeOfStyles = 'error'
  await expect(loadChunk(importForm, files)).rejects.toThrow('was not applied')
  expect(importForm).not.toHaveBeenCalled()
  outcomeOfStyles = 'load'
  await loadChunk(importForm, files)
  expect(styles()).toEqual(['/assets/base.css', '/assets/form.css'])
})

test('a stalled download fails after ten seconds without data, and the next call restarts it', async () => {
  vi.useFakeTimers()
  const loadChunk = await freshLoader()
  const slow = new TransformStream<Uint8Array, Uint8Array>()
  const writer = slow.writable.getWriter()
  download.mockImplementation(async (address, options) => {
    if (address !== '/assets/shared.js') return new Response('code')
    options?.signal?.addEventListener('abort', () => void writer.abort(new Error('given up')))
    return new Response(slow.readable)
  })
  const outcome = vi.fn<(message: string) => void>()
  void loadChunk(importForm, files).then(outcome, (error: Error) => outcome(error.message))
  for (let piece = 0; piece < 3; piece++) {
    await vi.advanceTimersByTimeAsync(9_000)
    await writer.write(new Uint8Array(1))
  }
  await vi.advanceTimersByTimeAsync(9_000)
  expect(outcome).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(outcome).toHaveBeenCalledWith('given up')

  vi.useRealTimers()
  download.mockReset().mockImplementation(async () => new Response('code'))
  await expect(loadChunk(importForm, files)).resolves.toBe('the form')
})

test('styles that report nothing are applied by the next call', async () => {
  vi.useFakeTimers()
  const loadChunk = await freshLoader()
  outcomeOfStyles = 'nothing'
  const outcome = vi.fn<(message: string) => void>()
  void loadChunk(importForm, files).then(outcome, (error: Error) => outcome(error.message))
  await vi.advanceTimersByTimeAsync(11_000)
  expect(outcome).toHaveBeenCalledWith('/assets/base.css was not applied')
  expect(styles()).toEqual([])
  vi.useRealTimers()
  outcomeOfStyles = 'load'
  await expect(loadChunk(importForm, files)).resolves.toBe('the form')
})

test('a browser that never resumes from a yield still loads the chunk', async () => {
  vi.stubGlobal('scheduler', { yield: () => new Promise(() => {}) })
  const loadChunk = await freshLoader()
  await expect(loadChunk(importForm, files)).resolves.toBe('the form')
})

test('two chunks share the download of a common file', async () => {
  const loadChunk = await freshLoader()
  await Promise.all([loadChunk(importForm, files), loadChunk(importForm, ['assets/other.js', ...files])])
  expect(downloads().toSorted()).toEqual([...files, 'assets/other.js'].map((file) => `/${file}`).toSorted())
  expect(styles()).toEqual(['/assets/base.css', '/assets/form.css'])
})

test('requests no file that the page already includes', async () => {
  const loadChunk = await freshLoader()
  document.head.innerHTML =
    '<script type="module" src="/assets/shared.js"></script><style data-from="/assets/base.css"></style>'
  await loadChunk(importForm, files)
  expect(downloads()).toEqual(['/assets/form.js', '/assets/form.css'])
})
