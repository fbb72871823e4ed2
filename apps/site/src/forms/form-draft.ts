import { removeDraft, storeDraft, storedDraft } from '../lib/draft-storage.ts'
import { type FormValues, textValues } from './form-values.ts'

/** The state of sending a form. `errors` are the server's messages by field. */
export type DraftState =
  | { step: 'unsent'; errors: Record<string, string> }
  | { step: 'sending' }
  /**
   * Stored, and the thank-you message is still open. `isEarlier`: the text was edited after an attempt whose response was
   * lost, and the record has the text of that attempt.
   */
  | { step: 'stored'; isEarlier: boolean }

/** One attempt to send a form. All attempts share an idempotency key, so the API stores one record. */
export interface Attempt<Field extends string> {
  values: FormValues<Field>
  idempotencyKey: string
  /** Path of the page it was first sent from. */
  path: string
}

/** Longer than it takes to leave a page. */
const leavingMs = 500

const unsent: DraftState = { step: 'unsent', errors: {} }

/**
 * The input of a form until the API has stored it, with the idempotency key that all attempts share. It outlives the
 * form: a dialog may be closed and reopened while its form is being sent. It is kept in session storage and removed on
 * success or when the tab is closed.
 */
export class FormDraft<Field extends string> {
  /** The name of the form. Each form has its own draft. */
  readonly name: string
  values: FormValues<Field>
  state: DraftState = unsent
  /** True if the form is on screen, so the visitor sees the outcome there. */
  isShown = false
  /** The visitor left the page while the form was being sent, so it is unknown whether it was stored. */
  isInterrupted: boolean
  private readonly empty: FormValues<Field>
  private readonly listeners = new Set<() => void>()
  private idempotencyKey: string | null
  private path: string | null
  private isLeft = false

  constructor(name: string, empty: FormValues<Field>) {
    const { values, idempotencyKey, path, isSending } = storedDraft(name)
    this.name = name
    this.empty = empty
    this.values = textValues(values, empty)
    this.idempotencyKey = typeof idempotencyKey === 'string' ? idempotencyKey : null
    this.path = typeof path === 'string' ? path : null
    this.isInterrupted = isSending === true && this.idempotencyKey !== null
  }

  /** True if no attempt to send the form was made, so the page may still prefill it. */
  get isNew(): boolean {
    return this.state.step === 'unsent' && this.path === null
  }

  /** Stores the input and returns the idempotency key, which is created with the first change. */
  keep(values: FormValues<Field>): string {
    // An edited form is never sent automatically.
    this.isInterrupted &&= this.hasValues(values)
    this.values = values
    this.idempotencyKey ??= crypto.randomUUID()
    this.store()
    return this.idempotencyKey
  }

  /** Stores input that several parts of the page show. */
  change(values: FormValues<Field>): void {
    // The form has already stored its own input.
    if (!this.hasValues(values)) this.keep(values)
    this.notify()
  }

  /** Starts an attempt from this page. Undefined while another one is in progress. */
  begin(path: string): Attempt<Field> | undefined {
    if (this.state.step === 'sending') return undefined
    this.isInterrupted = false
    this.path ??= path
    const idempotencyKey = this.keep(this.values)
    this.enter({ step: 'sending' })
    this.store()
    return { values: this.values, idempotencyKey, path: this.path }
  }

  succeed({ isEarlier }: { isEarlier: boolean }): void {
    this.values = this.empty
    this.idempotencyKey = null
    this.path = null
    removeDraft(this.name)
    this.enter({ step: 'stored', isEarlier })
  }

  /**
   * Records a failure. Leaving a page aborts its requests, which says nothing about the outcome, so the stored draft stays
   * "sending" unless the page is still open a moment later.
   */
  fail(errors: Record<string, string>): void {
    const failed: DraftState = { step: 'unsent', errors }
    this.enter(failed)
    setTimeout(() => this.state === failed && this.store(), leavingMs)
  }

  /** The visitor closed the thank-you message, and an empty form replaces it. */
  acknowledge(): void {
    this.enter(unsent)
  }

  /** Stops storing, as if the page were closed. For tests, in which a pending request may end later. */
  leave(): void {
    this.isLeft = true
  }

  /** Marks the form as on screen until the returned function is called. */
  show(): () => void {
    this.isShown = true
    return () => {
      this.isShown = false
    }
  }

  /** Calls the listener after each call of `change` and each change of the state, until the returned function is called. */
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private enter(state: DraftState): void {
    this.state = state
    this.notify()
  }

  private notify(): void {
    for (const listener of this.listeners) listener()
  }

  private hasValues(values: FormValues<Field>): boolean {
    for (const field in values) if (values[field] !== this.values[field]) return false
    return true
  }

  private store(): void {
    if (this.isLeft) return
    const { values, idempotencyKey, path } = this
    storeDraft(this.name, { values, idempotencyKey, path, isSending: this.state.step === 'sending' })
  }
}

const registries: Map<string, { leave: () => void }>[] = []

/** The drafts of all forms with these fields, by name. Each is created on first use. */
export function draftsOf<Field extends string>(empty: FormValues<Field>): (name: string) => FormDraft<Field> {
  const drafts = new Map<string, FormDraft<Field>>()
  registries.push(drafts)
  return (name) => {
    const draft = drafts.get(name) ?? new FormDraft(name, empty)
    drafts.set(name, draft)
    return draft
  }
}

/** Discards all drafts in memory, as a reload would. For tests. */
export function forgetDrafts(): void {
  for (const drafts of registries) {
    for (const draft of drafts.values()) draft.leave()
    drafts.clear()
  }
}
