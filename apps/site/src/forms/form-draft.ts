import { removeDraft, storeDraft, storedDraft } from './draft-storage.ts'
import { type FormValues, textValues } from './form-values.ts'

/**
 * What is typed into a form until it is sent, and the idempotency key under which all attempts store one record. It is
 * kept in session storage and removed on success or when the tab is closed.
 */
export class FormDraft<Field extends string> {
  /** The name of the form: each form has a draft of its own. */
  readonly name: string
  values: FormValues<Field>
  private readonly empty: FormValues<Field>
  private idempotencyKey: string | null

  constructor(name: string, empty: FormValues<Field>) {
    const { values, idempotencyKey } = storedDraft(name)
    this.name = name
    this.empty = empty
    this.values = textValues(values, empty)
    this.idempotencyKey = typeof idempotencyKey === 'string' ? idempotencyKey : null
  }

  /** Stores what is typed and returns the idempotency key, which is created with the first change. */
  keep(values: FormValues<Field>): string {
    this.values = values
    this.idempotencyKey ??= crypto.randomUUID()
    this.store()
    return this.idempotencyKey
  }

  /** The next attempt stores a new record. */
  renewKey(): void {
    this.idempotencyKey = null
    this.store()
  }

  clear(): void {
    this.values = this.empty
    this.idempotencyKey = null
    removeDraft(this.name)
  }

  private store(): void {
    storeDraft(this.name, { values: this.values, idempotencyKey: this.idempotencyKey })
  }
}
