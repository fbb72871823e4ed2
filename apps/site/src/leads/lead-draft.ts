import { emptyLeadForm, type LeadForm } from './lead-form.ts'

/** One fill of the form: what is typed, and the key that makes all its sends one record. Lives until success or reload. */
export class LeadDraft {
  values: LeadForm = emptyLeadForm
  private idempotencyKey: string | null = null

  /** Keeps what is typed and answers the key of this fill, which is made when the form is first touched. */
  keep(values: LeadForm): string {
    this.values = values
    this.idempotencyKey ??= crypto.randomUUID()
    return this.idempotencyKey
  }

  /** The next send is a record of its own. */
  renewKey(): void {
    this.idempotencyKey = null
  }

  clear(): void {
    this.values = emptyLeadForm
    this.renewKey()
  }
}
