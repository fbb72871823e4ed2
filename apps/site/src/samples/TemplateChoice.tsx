import { type PublicSampleTemplate, useListPublicSampleTemplates } from '@app/api-client'
import { LoadFailure } from '../components/LoadFailure.tsx'
import { Choice } from '../forms/Choice.tsx'
import type { FormDraft } from '../forms/form-draft.ts'
import { useIsHydrated } from '../startup/use-is-hydrated.ts'
import { choiceOf, type SampleField, templateNameOf, useChosenTemplate } from './sample-form.ts'
import styles from './TemplateChoice.module.css'

/** An optional choice of one of the templates that staff offer. Hidden while there is nothing to choose from. */
export function TemplateChoice({ draft }: { draft: FormDraft<SampleField> }) {
  const query = useListPublicSampleTemplates()
  const { data, isError } = query
  const isHydrated = useIsHydrated()
  const [choice, choose] = useChosenTemplate(draft)
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
      size="md"
      label="A piece you would like to see"
      description="We add it to your pack."
      value={choice}
      onChange={(event) => choose(event.currentTarget.value)}
      none="No preference"
      options={options}
    />
  )
}

/** The options, including the current choice even if staff no longer offer it. */
function optionsOf(offered: PublicSampleTemplate[], choice: string) {
  const options = offered.map((template) => ({ value: choiceOf(template), label: template.name }))
  const label = templateNameOf(choice)
  return label && !options.some(({ value }) => value === choice) ? [...options, { value: choice, label }] : options
}
