import type { PrintTemplate, TemplateFinding } from '@app/api-client'
import { useState } from 'react'
import { withBody, withEdit, withoutEdit } from './draft.ts'
import type { SandboxKeyRing } from './key-storage.ts'
import { type Side, withText } from './sandbox-request.ts'
import type { ChangeDraft } from './use-draft.ts'
import type { KeyState } from './use-key.ts'

/** What this browser knows of the templates of its key. */
export function useTemplates(change: ChangeDraft, keepTemplate: KeyState['keepTemplate']) {
  /** What is wrong in each, by its id. */
  const [lint, setLint] = useState<Record<string, readonly TemplateFinding[]>>({})
  /** Grows when one is saved, so that the list of them is asked for again. */
  const [saves, setSaves] = useState(0)

  /** A template as the API has it now. */
  const keep = (template: PrintTemplate, html: string, ring: SandboxKeyRing) => {
    const { Id, Size, Version, Name, Lint } = template
    keepTemplate(ring, Id, { html, size: Size ?? '', version: Version, name: Name })
    setLint((before) => ({ ...before, [Id]: Lint }))
  }
  const saved = (side: Side, template: PrintTemplate, html: string, ring: SandboxKeyRing) => {
    keep(template, html, ring)
    setSaves((before) => before + 1)
    change((before) => {
      const typed = before.edits[side.templateId]
      const unedited = withoutEdit(before, side.templateId)
      const after = withBody(unedited, withText(before.body, [side.member], template.Id))
      // What was typed meanwhile is kept.
      return typed === undefined || typed === html ? after : withEdit(after, template.Id, typed, template.Version)
    })
  }
  return { lint, saves, keep, saved }
}

export type TemplatesState = ReturnType<typeof useTemplates>
