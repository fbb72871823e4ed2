import { reloadIfReplaced } from '@app/ui/new-version'

const pauseMs = 2_000

/** A disabled link stands for styles that the page holds itself; rules that did not arrive may not be read. */
function isDead({ disabled, sheet }: HTMLLinkElement): boolean {
  try {
    return !disabled && !sheet?.cssRules
  } catch {
    return true
  }
}

/** Asks again for styles that did not arrive: the bundler asks for those of a chunk once and never again. */
const reviveStyles = () =>
  Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(isDead).map((dead) => {
      const link = dead.cloneNode() as HTMLLinkElement // the clone of a link is a link
      const settled = new Promise((resolve) => {
        for (const end of ['load', 'error']) link.addEventListener(end, resolve)
      })
      // One that is only late goes on: the bundler waits for it.
      dead.after(link)
      return settled.then(() => isDead(dead) && dead.remove())
    }),
  )

/**
 * Loads a chunk, again while the network is away. A part that fails to load would take the whole page with it; one that
 * is late does not. One that is gone from the server brings the newer page: that is so when it fails a second time while
 * the server answers, for the first time may have been the network's fault.
 */
export async function loadPatiently<Chunk>(load: () => Promise<Chunk>): Promise<Chunk> {
  for (let isFirst = true; ; isFirst = false) {
    try {
      return await load()
    } catch {
      if (!isFirst && (await reloadIfReplaced())) return new Promise(() => {})
      await new Promise((resolve) => {
        setTimeout(resolve, pauseMs)
      })
      await reviveStyles()
    }
  }
}
