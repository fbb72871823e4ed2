import { type ActiveSampleTemplate, useListActiveSampleTemplates } from '@app/api-client'
import { NativeSelect } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { ChoiceArrow } from '../forms/ChoiceArrow.tsx'
import { useIsRunning } from '../startup/use-is-running.ts'
import { askFor, choiceOf, templateOf, useAskedFor } from './asked-template.ts'
import { LoadFailure } from '../components/LoadFailure.tsx'
import styles from './TemplateChoice.module.css'

interface TemplateChoiceProps {
  id: string
  name: string
  /** The choice in the draft of an earlier visit. */
  kept: string
}

/** Asks for one of the templates that staff offer. Optional, and absent while there is nothing to choose from. */
export function TemplateChoice({ kept, ...props }: TemplateChoiceProps) {
  const query = useListActiveSampleTemplates()
  const { data, isError } = query
  const isRunning = useIsRunning()
  const { choice, isKept } = useAskedFor()
  const select = useRef<HTMLSelectElement>(null)
  // The form reads its fields into the draft before this one is there.
  const [restored] = useState(kept)

  useEffect(() => {
    if (templateOf(restored) && !choice) askFor(restored)
    // Only a draft that was there from the start is restored.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [restored])
  // The form keeps what its fields report, and this choice was made in the list of templates or in an earlier visit.
  useEffect(() => {
    if (!isKept) select.current?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }, [choice, isKept])

  if (!isRunning) return null
  const options = optionsOf(data?.data ?? [], choice)
  if (options.length === 0) {
    return (
      isError && (
        <LoadFailure query={query} className={styles.failure}>
          The pieces to choose from could not be loaded. You can request the pack without.
        </LoadFailure>
      )
    )
  }
  return (
    <NativeSelect
      {...props}
      ref={select}
      size="md"
      label="A piece you would like to see"
      description="We add it to your pack."
      value={choice}
      onChange={(event) => askFor(event.currentTarget.value, { isKept: true })}
      data={[{ value: '', label: 'No preference' }, ...options]}
      rightSection={<ChoiceArrow />}
      rightSectionPointerEvents="none"
    />
  )
}

/** What is asked for stays among the options, even if staff have stopped to offer it. */
function optionsOf(offered: ActiveSampleTemplate[], asked: string) {
  const options = offered.map((template) => ({ value: choiceOf(template), label: template.name }))
  const template = templateOf(asked)
  if (!template || options.some(({ value }) => value === asked)) return options
  return [...options, { value: asked, label: template.name }]
}
