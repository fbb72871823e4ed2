import {
  createPrintTemplateVersion,
  ApiError,
  createPrintTemplate,
  getPrintTemplate,
  type PrintTemplate,
} from '@app/api-client'
import { TemplateConflict } from './failure.ts'
import type { Draft } from './draft.ts'
import { withKey, type KeySession } from './key-storage.ts'
import { once } from './once.ts'
import { type Side, sizeOf } from './sandbox-request.ts'

/** @throws {TemplateConflict} if another tab saved a version after the one the edit is based on */
async function addVersion(id: string, html: string, base: number | undefined, session: KeySession) {
  const { data: newest } = await getPrintTemplate(id, withKey(session))
  if (newest.Html === html) return newest
  if (base !== undefined && newest.Version > base) throw new TemplateConflict(newest)
  const send = (headers: object) => createPrintTemplateVersion(id, { Html: html }, headers, withKey(session))
  return (await once([session.key, id, html], send)).data
}

/** True if saving a side adds a version to an existing template. Otherwise, it creates a template. */
export const savesVersion = ({ body }: Draft, session: KeySession, { templateId }: Side): boolean =>
  session.templates[templateId]?.size === sizeOf(body)

/** The name of a template if the visitor typed none. */
export const defaultName = ({ templateId, label }: Side, session: KeySession): string =>
  session.templates[templateId]?.name ?? `Sandbox: ${label}`

/**
 * Saves the HTML of a side as a new version of its template, or as a new template.
 * @throws {TemplateConflict} if another tab saved a version after the one the edit is based on
 */
export async function saveTemplate(
  side: Side,
  html: string,
  draft: Draft,
  session: KeySession,
): Promise<PrintTemplate> {
  const { templateId } = side
  if (savesVersion(draft, session, side)) {
    try {
      const base = draft.bases?.[templateId] ?? session.templates[templateId]?.version
      return await addVersion(templateId, html, base, session)
    } catch (error) {
      // Deleted elsewhere, so it is created again.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
  }
  const Name = draft.names?.[templateId]?.trim() || defaultName(side, session)
  const template = { Name, Size: sizeOf(draft.body), Html: html }
  return (await once([session.key, template], (headers) => createPrintTemplate(template, headers, withKey(session))))
    .data
}
