import { getListLeadTimelineQueryKey } from '@app/api-client'
import { type FormRulesRecord, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { isFocusFree } from '../components/keyboard.ts'
import { showRefusal, showSaved } from '../components/toasts.tsx'
import { useOneAtATime } from '../components/use-one-at-a-time.ts'
import { useUnloadWarning } from '../edit/use-unload-warning.ts'
import { useDraft } from '../session/use-draft.tsx'
import styles from './LeadPipeline.module.css'

interface LeadText<Values> {
  leadId: string
  /** The name of its draft. */
  name: string
  empty: Values
  rules: FormRulesRecord<Values>
  send: (text: Values, headers: { 'Idempotency-Key': string }) => Promise<unknown>
  saved: string
  failed: string
  /** Called if the text is still on screen and unchanged. */
  onSent: () => void
}

/** A text about a lead. It stays in this tab until it is sent, even while other leads are open, and is sent once. */
export function useLeadText<Values extends Record<string, string>>(text: LeadText<Values>) {
  const { leadId, name, empty, rules, send, saved, failed, onSent } = text
  const fields = useRef<HTMLFormElement>(null)
  const form = useForm<Values>({ initialValues: empty, validate: rules })
  const draft = useDraft(form, name)
  useUnloadWarning(form.isDirty())
  const mutation = useMutation({
    mutationFn: ({ values, idempotencyKey }: { values: Values; idempotencyKey: string }) =>
      send(values, { 'Idempotency-Key': idempotencyKey }),
    onSuccess(_answer, { idempotencyKey }, _result, { client }) {
      showSaved(saved)
      // Another lead may be open by now.
      if (draft.dropSent(idempotencyKey) && fields.current) onSent()
      return client.invalidateQueries({ queryKey: getListLeadTimelineQueryKey(leadId) })
    },
    onError: (error) => showRefusal(error, failed, { form }),
  })
  const oneAtATime = useOneAtATime()
  const submit = (values: Values) =>
    oneAtATime(() => mutation.mutateAsync({ values, idempotencyKey: draft.idempotencyKey() }))
  return {
    form,
    isSending: mutation.isPending,
    notice: draft.notice,
    /** Moves the focus from the form to the title of the lead, so that single-key shortcuts work again. */
    leave: () => leaveForm(fields.current),
    props: { ref: fields, className: styles.form, onSubmit: form.onSubmit(submit) },
  }
}

/** Moves the focus to the title of the lead, unless the focus is in use outside the form. */
export function leaveForm(form: Element | null): void {
  if (isFocusFree(form)) document.querySelector<HTMLElement>('[data-lead-title]')?.focus({ preventScroll: true })
}
