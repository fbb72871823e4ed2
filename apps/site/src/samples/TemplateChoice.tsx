import { type PublicSampleTemplate, useListPublicSampleTemplates } from '@app/api-client'
import { useEffect, useRef, useState } from 'react'
import { Choice } from '../forms/Choice.tsx'
import { useIsHydrated } from '../startup/use-is-hydrated.ts'
import { chooseTemplate, choiceOf, templateOf, useChosenTemplate } from './chosen-template.ts'
import { LoadFailure } from '../components/LoadFailure.tsx'
import styles from './TemplateChoice.module.css'

interface TemplateChoiceProps {
  /** The choice in the draft of an earlier visit. */
  restored: string
}

/** An optional choice of one of the templates that staff offer. Hidden while there is nothing to choose from. */
export function TemplateChoice({ restored }: TemplateChoiceProps) {
  const query = useListPublicSampleTemplates()
  const { data, isError } = query
  const isHydrated = useIsHydrated()
  const { choice, isInDraft } = useChosenTemplate()
  const select = useRef<HTMLSelectElement>(null)
  // The form reads its fields into the draft before this field exists, which would clear the restored choice.
  const [initialChoice] = useState(restored)

  useEffect(() => {
    if (templateOf(initialChoice) && !choice) chooseTemplate(initialChoice)
    // Restores only the draft that the page started with.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [initialChoice])
  // A choice made in the gallery or in an earlier visit reaches the form's draft through an input event.
  useEffect(() => {
    if (!isInDraft) select.current?.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }, [choice, isInDraft])

  if (!isHydrated) return null
  const options = optionsOf(data?.data ?? [], choice)
  if (options.length === 0) {
    return (
      isError && (
        <LoadFailure query={query} className={styles.failure}>
          The list of pieces could not be loaded. You can still request the pack.
        </LoadFailure>
      )
    )
  }
  return (
    <Choice
      id="samples-template"
      name="template"
      ref={select}
      size="md"
      label="A piece you would like to see"
      description="We add it to your pack."
      value={choice}
      onChange={(event) => chooseTemplate(event.currentTarget.value, { isInDraft: true })}
      none="No preference"
      options={options}
    />
  )
}

/** The options, including the current choice even if staff no longer offer it. */
function optionsOf(offered: PublicSampleTemplate[], choice: string) {
  const options = offered.map((template) => ({ value: choiceOf(template), label: template.name }))
  const template = templateOf(choice)
  if (!template || options.some(({ value }) => value === choice)) return options
  return [...options, { value: choice, label: template.name }]
}
