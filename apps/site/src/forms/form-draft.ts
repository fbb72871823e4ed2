import { removeDraft, storeDraft, storedDraft } from '../lib/draft-storage.ts'
import { type FormValues, textValues } from './form-values.ts'

/** How far a form is on its way to the API. `errors` are the server's messages by field. */
export type DraftState =
  | { step: 'unsent'; errors: Record<string, string> }
  | { step: 'sending' }
  /**
   * Stored, and the visitor has not closed the thank-you message yet. `isEarlier`: the text was edited after an attempt
   * whose answer was lost, and the record holds the text of that attempt.
   */
  | { step: 'stored'; isEarlier: boolean }

/** One attempt to send a form. All attempts of one form are alike, so that the API stores one record. */
export interface Attempt<Field extends string> {
  values: FormValues<Field>
  idempotencyKey: string
  /** Path of the page on which it was sent first. */
  path: string
}

/** Longer than it takes to leave a page. */
const leavingMs = 500

const unsent: DraftState = { step: 'unsent', errors: {} }

/**
 * What is typed into a form until the API has stored it, and the idempotency key under which all attempts store one
 * record. It outlives the form's place on the page: a dialog may be closed and opened again while it is being sent. It
 * is kept in session storage and removed on success or when the tab is closed.
 */
export class FormDraft<Field extends string> {
  /** The name of the form: each form has a draft of its own. */
  readonly name: string
  values: FormValues<Field>
  state: DraftState = unsent
  /** Whether the form is on screen, where the visitor sees the outcome. */
  isShown = false
  /** The page was left while the form was being sent, so it is unknown whether it is stored. */
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

  /** Whether no attempt to send it has been made, so that its content may still be chosen by the page. */
  get isNew(): boolean {
    return this.state.step === 'unsent' && this.path === null
  }

  /** Stores what is typed and returns the idempotency key, which is created with the first change. */
  keep(values: FormValues<Field>): string {
    // What was changed must be sent by the visitor, not by itself.
    this.isInterrupted &&= this.hasValues(values)
    this.values = values
    this.idempotencyKey ??= crypto.randomUUID()
    this.store()
    return this.idempotencyKey
  }

  /** Begins an attempt from this page. Undefined while another one is running. */
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
    this.clear()
    this.enter({ step: 'stored', isEarlier })
  }

  /**
   * A page that is left aborts its requests, which is no outcome: its draft stays in storage as being sent. Only a page
   * that is still here after a moment stores the failure.
   */
  fail(errors: Record<string, string>): void {
    const failed: DraftState = { step: 'unsent', errors }
    this.enter(failed)
    setTimeout(() => this.state === failed && this.store(), leavingMs)
  }

  /** The visitor has read the thank-you message: an empty form takes its place. */
  acknowledge(): void {
    this.enter(unsent)
  }

  clear(): void {
    this.values = this.empty
    this.idempotencyKey = null
    this.path = null
    removeDraft(this.name)
  }

  /** From now on nothing is stored, as if the page were gone. For tests: a request that is still open ends later. */
  leave(): void {
    this.isLeft = true
  }

  /** Notes that the form is on screen, until the returned function is called. */
  show(): () => void {
    this.isShown = true
    return () => {
      this.isShown = false
    }
  }

  /** Calls the listener after each change of the state, until the returned function is called. */
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  private enter(state: DraftState): void {
    this.state = state
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

/** The drafts of all forms with these fields, by name. Each is created when it is first needed. */
export function draftsOf<Field extends string>(empty: FormValues<Field>): (name: string) => FormDraft<Field> {
  const drafts = new Map<string, FormDraft<Field>>()
  registries.push(drafts)
  return (name) => {
    const draft = drafts.get(name) ?? new FormDraft(name, empty)
    drafts.set(name, draft)
    return draft
  }
}

/** Forgets what only a reload would forget. For tests. */
export function forgetDrafts(): void {
  for (const drafts of registries) {
    for (const draft of drafts.values()) draft.leave()
    drafts.clear()
  }
}
