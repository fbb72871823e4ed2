import { brand } from '@app/brand'
import type { FormDraft } from './form-draft.ts'

export const earlierVersion = `We received it as you first sent it. To change it, write to ${brand.email}.`

/** Part of a thank-you message: the record does not hold what was edited since the first attempt. */
export const EarlierVersion = <Field extends string>({ draft: { state } }: { draft: FormDraft<Field> }) =>
  state.step === 'stored' && state.isEarlier && <p>{earlierVersion}</p>
