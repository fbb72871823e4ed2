import { lostReasonLabels, optionsOf } from '@app/labels'
import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

const reasons = [{ value: '', label: 'Choose a reason' }, ...optionsOf(lostReasonLabels)]

/** Requires a reason for leads that become lost. */
export const lostReasonRule = (reason: string, { stage }: { stage: string }): string | null =>
  stage === 'lost' && !reason ? 'Reason is required' : null

type Props<Values> = { getInputProps: UseFormReturnType<Values>['getInputProps'] }

/** Fields for why leads were lost: a reason, which the report counts, and a note. */
export const LostFields = <Values extends { lostReason: string; lostNote: string }>({
  getInputProps,
}: Props<Values>) => (
  <>
    <NativeSelect label="Reason lost" required data={reasons} {...getInputProps('lostReason')} />
    <TextInput label="Loss note" maxLength={200} autoComplete="off" {...getInputProps('lostNote')} />
  </>
)
