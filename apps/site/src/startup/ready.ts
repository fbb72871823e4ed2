/** A part of the page that React hydrates separately: the page itself, or a named island. */
interface Part {
  isReady: boolean
  promise: Promise<void>
  resolve: () => void
}

const parts = new Map<string, Part>()

const partNamed = (name: string): Part => {
  const existing = parts.get(name)
  if (existing) return existing
  const { promise, resolve } = Promise.withResolvers<void>()
  const part = { isReady: false, promise, resolve }
  parts.set(name, part)
  return part
}

/** The part of the page that an element belongs to. */
export const partOf = (element: Element): string =>
  element.closest<HTMLElement>('[data-island]')?.dataset['island'] ?? 'page'

export const isReady = (name: string): boolean => partNamed(name).isReady

export const whenReady = (name: string): Promise<void> => partNamed(name).promise

export const markReady = (name: string): void => {
  const part = partNamed(name)
  part.isReady = true
  part.resolve()
}
