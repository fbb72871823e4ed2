import type { PrintTemplate, TemplateFinding } from '@app/api-client'
import { useState } from 'react'
import { type Draft, withBody, withEdit, withoutEdit } from './draft.ts'
import type { KeySession, SavedTemplates } from './key-storage.ts'
import { type Side, withText } from './sandbox-request.ts'
import type { ChangeDraft, ReplaceDraft } from './use-draft.ts'
import type { KeyState } from './use-key.ts'

/** The templates of the key, as far as this browser has loaded or saved them. */
export function useTemplates(change: ChangeDraft, keepTemplate: KeyState['keepTemplate']) {
  /** The problems of each template, by id. */
  const [lint, setLint] = useState<Record<string, readonly TemplateFinding[]>>({})
  /** Grows with every save, so that the list reloads. */
  const [saves, setSaves] = useState(0)

  /** Stores the latest version of a template. Returns whether its key is still in use. */
  const keep = (template: PrintTemplate, html: string, session: KeySession): boolean => {
    const { Id, Size, Version, Name, Lint } = template
    setLint((before) => ({ ...before, [Id]: Lint }))
    return keepTemplate(session, Id, { html, size: Size ?? '', version: Version, name: Name })
  }
  /** Takes the problems from a list of templates, for the versions that this browser has. */
  const rememberLint = (templates: readonly PrintTemplate[], known: SavedTemplates) =>
    setLint((before) => ({
      ...Object.fromEntries(
        templates.filter(({ Id, Version }) => known[Id]?.version === Version).map(({ Id, Lint }) => [Id, Lint]),
      ),
      ...before,
    }))
  const saved = (side: Side, template: PrintTemplate, html: string, session: KeySession) => {
    // Without its key, the template could not be opened again.
    if (!keep(template, html, session)) return
    setSaves((before) => before + 1)
    change((before) => {
      const typed = before.edits[side.templateId]
      const unedited = withoutEdit(before, side.templateId)
      const after = withBody(unedited, withText(before.body, [side.member], template.Id))
      // Keeps edits made while the template was being saved.
      return typed === undefined || typed === html ? after : withEdit(after, template.Id, typed, template.Version)
    })
  }
  return { lint, saves, keep, saved, rememberLint }
}

/** The draft and the key, with the actions that are available only with a key. */
export interface Workspace extends Omit<ReturnType<typeof useTemplates>, 'lint'>, Pick<KeyState, 'keepTemplate'> {
  session: KeySession
  draft: Draft
  change: ChangeDraft
  replace: ReplaceDraft
  /** Replaces the key with a new one. */
  renew: () => void
}
