import {
  addPrintTemplateVersion,
  ApiError,
  createPrintTemplate,
  getPrintTemplate,
  type PrintTemplate,
} from '@app/api-client'
import { ChangedElsewhere } from './changed-elsewhere.ts'
import type { Draft } from './draft.ts'
import { withKey, type SandboxKeyRing } from './key-storage.ts'
import { type Side, sizeOf } from './sandbox-request.ts'

/** @throws {ChangedElsewhere} when a version was saved after the one that the edit began with. */
async function addVersion(id: string, html: string, base: number | undefined, ring: SandboxKeyRing) {
  const { data: newest } = await getPrintTemplate(id, withKey(ring))
  if (newest.Html === html) return newest
  if (base !== undefined && newest.Version > base) throw new ChangedElsewhere(newest)
  return (await addPrintTemplateVersion(id, { Html: html }, withKey(ring))).data
}

/** Whether saving the HTML of a side makes a version of a template that there is, and not another template. */
export const isVersion = ({ body }: Draft, ring: SandboxKeyRing, { templateId }: Side): boolean =>
  ring.templates[templateId]?.size === sizeOf(body)

/** What a template is called when nobody gives it a name. */
export const usualName = ({ templateId, label }: Side, ring: SandboxKeyRing): string =>
  ring.templates[templateId]?.name ?? `Sandbox: ${label}`

/** @throws {ChangedElsewhere} */
export async function saveTemplate(
  side: Side,
  html: string,
  draft: Draft,
  ring: SandboxKeyRing,
  name = usualName(side, ring),
): Promise<PrintTemplate> {
  const { templateId } = side
  if (isVersion(draft, ring, side)) {
    try {
      const base = draft.bases?.[templateId] ?? ring.templates[templateId]?.version
      return await addVersion(templateId, html, base, ring)
    } catch (error) {
      // Deleted elsewhere: it is made anew.
      if (!(error instanceof ApiError) || error.status !== 404) throw error
    }
  }
  return (await createPrintTemplate({ Name: name, Size: sizeOf(draft.body), Html: html }, withKey(ring))).data
}
