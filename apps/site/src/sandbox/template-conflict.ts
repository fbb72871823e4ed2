import type { PrintTemplateDetail } from '@app/api-client'

/** Another tab or browser saved the template after this tab opened it. */
export class TemplateConflict extends Error {
  readonly newest: PrintTemplateDetail

  constructor(newest: PrintTemplateDetail) {
    super('The template was changed elsewhere')
    this.newest = newest
  }
}
