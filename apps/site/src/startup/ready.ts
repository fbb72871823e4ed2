/** The parts of the page that React hydrates separately: the page itself, and its islands. */
const parts = new Map<string, PromiseWithResolvers<void>>()
const ready = new Set<string>()

const partNamed = (name: string) => {
  const part = parts.get(name) ?? Promise.withResolvers<void>()
  parts.set(name, part)
  return part
}

/** The part of the page that an element belongs to. */
export const partOf = (element: Element): string =>
  element.closest<HTMLElement>('[data-island]')?.dataset['island'] ?? 'page'

export const isReady = (name: string): boolean => ready.has(name)

export const whenReady = (name: string): Promise<void> => partNamed(name).promise

export const markReady = (name: string): void => {
  ready.add(name)
  partNamed(name).resolve()
}
