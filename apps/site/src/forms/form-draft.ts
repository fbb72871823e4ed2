/** One fill of a form: what is typed, and the key that makes all its sends one record. Lives until success or reload. */
export class FormDraft<Values extends object> {
  values: Values
  private readonly empty: Values
  private idempotencyKey: string | null = null

  constructor(empty: Values) {
    this.empty = empty
    this.values = empty
  }

  /** Keeps what is typed and answers the key of this fill, which is made when the form is first touched. */
  keep(values: Values): string {
    this.values = values
    this.idempotencyKey ??= crypto.randomUUID()
    return this.idempotencyKey
  }

  /** The next send is a record of its own. */
  renewKey(): void {
    this.idempotencyKey = null
  }

  clear(): void {
    this.values = this.empty
    this.renewKey()
  }
}
