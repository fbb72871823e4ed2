import { textValues } from './form-values.ts'

/**
 * One fill of a form: what is typed, and the key that makes all its sends one record. It is kept in the tab's own
 * storage, so that a reload loses nothing, and goes with success or with the tab.
 */
export class FormDraft<Values extends Record<keyof Values, string>> {
  values: Values
  private readonly storageKey: string
  private readonly empty: Values
  private idempotencyKey: string | null = null

  /** @param name of the form: two forms never share what is typed */
  constructor(name: string, empty: Values) {
    this.storageKey = `draft:${name}`
    this.empty = empty
    this.values = empty
    this.restore()
  }

  /** Keeps what is typed and answers the key of this fill, which is made when the form is first touched. */
  keep(values: Values): string {
    this.values = values
    this.idempotencyKey ??= crypto.randomUUID()
    this.store()
    return this.idempotencyKey
  }

  /** The next send is a record of its own. */
  renewKey(): void {
    this.idempotencyKey = null
    this.store()
  }

  clear(): void {
    this.values = this.empty
    this.idempotencyKey = null
    withStorage((storage) => storage.removeItem(this.storageKey))
  }

  private store(): void {
    const text = JSON.stringify({ values: this.values, idempotencyKey: this.idempotencyKey })
    withStorage((storage) => storage.setItem(this.storageKey, text))
  }

  private restore(): void {
    const stored = withStorage((storage) => storage.getItem(this.storageKey))
    if (!stored) return
    const { values, idempotencyKey } = parsed(stored)
    this.values = textValues(values, this.empty)
    this.idempotencyKey = typeof idempotencyKey === 'string' ? idempotencyKey : null
  }
}

/** There is no storage while prerendering, and a browser may refuse it or be full: the draft then lives in memory. */
function withStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(sessionStorage)
  } catch {
    return undefined
  }
}

/** Anything may stand in storage: an older build wrote other members. */
function parsed(text: string): { values?: unknown; idempotencyKey?: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
