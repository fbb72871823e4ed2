import { removeDraft, storeDraft, storedDraft } from './draft-storage.ts'
import { type FormValues, textValues } from './form-values.ts'

/**
 * One fill of a form: what is typed, and the key that makes all its sends one record. It is kept in the tab's own
 * storage, and goes with success or with the tab.
 */
export class FormDraft<Field extends string> {
  /** Of the form: two forms never share what is typed. */
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

  /** Keeps what is typed and answers the key of this fill, which is made when the form is first touched. */
  keep(values: FormValues<Field>): string {
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
    removeDraft(this.name)
  }

  private store(): void {
    storeDraft(this.name, { values: this.values, idempotencyKey: this.idempotencyKey })
  }
}
