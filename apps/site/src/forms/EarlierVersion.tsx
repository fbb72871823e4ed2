import { brand } from '@app/brand'
import type { FormDraft } from './form-draft.ts'

export const earlierVersion = `We received your first version. To make changes, email ${brand.email}.`

/** Part of a thank-you message: the stored record lacks the edits made after the first attempt. */
export const EarlierVersion = <Field extends string>({ draft: { state } }: { draft: FormDraft<Field> }) =>
  state.step === 'stored' && state.isEarlier && <p>{earlierVersion}</p>
