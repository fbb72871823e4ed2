import { getLead, type LeadPipeline, updateLead } from '@app/api-client'
import { fieldNames, type LeadPipelineField, leadPipelineFields, leadStageLabels, optionsOf } from '@app/labels'
import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { readOrGone, sendDiffering, useRecordEdit } from '../edit/use-record-edit.tsx'
import { Form } from '../components/Form.tsx'
import { useKeys } from '../components/keyboard.ts'
import { useUnloadWarning } from '../edit/use-unload-warning.ts'
import { useOwners } from '../leads/OwnerName.tsx'
import { LostFields } from '../leads/LostFields.tsx'
import { useOwnerOptions } from '../leads/use-owner-options.ts'
import {
  plainFields,
  workChange,
  workFieldText,
  workForm,
  type WorkForm as WorkValues,
  workLabels,
  workOf,
  workRules,
  workValueText,
} from './work-form.ts'
import { leaveForm } from './use-lead-text.ts'
import styles from './LeadPipeline.module.css'
import panel from './LeadPanel.module.css'

const stages = optionsOf(leadStageLabels)

/** Receives a function that discards unsaved changes, or undefined when there are none. */
export type NoteUnsaved = (discard: (() => void) | undefined) => void

type Props = {
  work: LeadPipeline
  /** If false, the form only shows text that is already there. */
  isOpen: boolean
  /** True if the lead was opened for editing. */
  startsHere: boolean
  onUnsaved: NoteUnsaved
}

/**
 * Edits a lead's pipeline fields. Ctrl/Cmd + Enter saves from any field, and picking a value from a list with a pointer
 * saves immediately. The arrow keys step through a list's values, so they don't save.
 */
export function WorkForm({ work, isOpen, startsHere, onUnsaved }: Props) {
  const fields = useRef<HTMLFormElement>(null)
  const saves = useRef<Element>(null)
  const owners = useOwners()
  const edit = useRecordEdit({
    what: 'work',
    kind: 'leads',
    record: work,
    valuesOf: (stored) => workForm(stored ?? work),
    rules: workRules,
    inputOf: workOf,
    send: sendDiffering(workChange, updateLead),
    read: (id) => readOrGone(getLead(id).then(({ data }) => ({ data: data.pipeline }))),
    update: { saved: 'Lead updated successfully', failed: 'Failed to update lead' },
    labels: workLabels,
    valueText: (field, value) => workValueText(owners, field, value),
    storedOf: (saved: LeadPipeline) => saved,
    onSaved: () => leaveForm(saves.current),
  })
  const { form, isSaving, save, notice, drop } = edit
  const isDirty = form.isDirty()
  const focus = (name: string) => focusField(fields.current, `[name="${name}"]`)

  useKeys({ a: () => focus('ownerId'), e: () => focus('stage'), s: () => focus('nextStep') }, true)
  useEffect(() => {
    if (startsHere) focusField(fields.current, '[name="stage"]')
  }, [startsHere])
  useUnloadWarning(isDirty)
  useEffect(() => {
    if (!isDirty || isSaving) return undefined
    onUnsaved(drop)
    return () => onUnsaved(undefined)
  }, [isDirty, isSaving, onUnsaved, drop])
  const send = () => {
    saves.current = document.activeElement
    save()
  }
  const pick = usePick(() => isDirty && form.isValid() && send(), isSaving)

  if (!isOpen && !isDirty) return <WorkFacts work={work} />
  return (
    <Form
      ref={fields}
      aria-label="Pipeline"
      className={styles.form}
      onSubmit={(event) => form.onSubmit(send)(event)}
      {...pick}
    >
      {notice}
      <WorkFields form={form} ownerId={work.ownerId} />
      {/* Rendered from the start, so that the content below does not move. */}
      <Group gap="xs">
        {isOpen && (
          <Button type="submit" size="compact-sm" loading={isSaving} aria-disabled={!isDirty}>
            Save
          </Button>
        )}
        {isDirty && (
          <Button size="compact-sm" variant="default" disabled={isSaving} onClick={() => edit.discard()}>
            Discard
          </Button>
        )}
      </Group>
    </Form>
  )
}

/** Calls `send` after a value was picked from a list with a pointer, and after any save in progress. */
function usePick(send: () => unknown, isSaving: boolean) {
  const [isPicked, setPicked] = useState(false)
  const isPointer = useRef(false)
  useEffect(() => {
    if (!isPicked || isSaving) return
    setPicked(false)
    send()
    // The function belongs to this render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isPicked, isSaving])
  return {
    onPointerDownCapture: () => {
      isPointer.current = true
    },
    onKeyDownCapture: () => {
      isPointer.current = false
    },
    onChange: ({ target }: React.FormEvent) => {
      if (isPointer.current && target instanceof HTMLSelectElement) setPicked(true)
    },
  }
}

const focusField = (form: HTMLElement | null, selector: string) => form?.querySelector<HTMLElement>(selector)?.focus()

type FieldsProps = { form: UseFormReturnType<WorkValues>; ownerId: LeadPipeline['ownerId'] }

function WorkFields({ form, ownerId }: FieldsProps) {
  const { stage } = form.values
  return (
    <>
      <div className={styles.pair}>
        <NativeSelect
          label={workFieldText('ownerId')}
          name="ownerId"
          data={useOwnerOptions(ownerId)}
          {...form.getInputProps('ownerId')}
        />
        <NativeSelect label={workFieldText('stage')} name="stage" data={stages} {...form.getInputProps('stage')} />
      </div>
      {stage === 'lost' && <LostFields getInputProps={form.getInputProps} />}
      {stage === 'won' && (
        <TextInput
          label={workFieldText('wonValue')}
          description="In US dollars. If empty, an estimate based on volume is used."
          inputMode="decimal"
          maxLength={13}
          autoComplete="off"
          {...form.getInputProps('wonValue')}
        />
      )}
      <div className={styles.step}>
        <TextInput
          label={workFieldText('nextStep')}
          name="nextStep"
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('nextStep')}
        />
        <TextInput
          type="date"
          label={workFieldText('nextStepOn')}
          min="2000-01-01"
          max="2999-12-31"
          {...form.getInputProps('nextStepOn')}
        />
      </div>
      {plainFields.map((name) => (
        <TextInput
          key={name}
          label={workFieldText(name)}
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps(name)}
        />
      ))}
    </>
  )
}

const isAlwaysShown = (field: LeadPipelineField) => field === 'ownerId' || field === 'stage'

/** The pipeline fields for people who can't edit them. */
function WorkFacts({ work }: { work: LeadPipeline }) {
  const owners = useOwners()
  const values = workForm(work)
  const shown = fieldNames(leadPipelineFields).filter((field) => isAlwaysShown(field) || values[field] !== '')
  return (
    <dl className={panel.facts}>
      {shown.map((field) => (
        <div key={field} className={panel.fact}>
          <dt>{workFieldText(field)}</dt>
          <dd dir="auto">{workValueText(owners, field, values[field])}</dd>
        </div>
      ))}
    </dl>
  )
}
