import type { PrintTemplateDetail } from '@app/api-client'

/** Somebody saved the template after the version that this tab began with: another tab, or another browser. */
export class ChangedElsewhere extends Error {
  readonly newest: PrintTemplateDetail

  constructor(newest: PrintTemplateDetail) {
    super('The template was changed elsewhere')
    this.newest = newest
  }
}
