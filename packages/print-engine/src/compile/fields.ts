import { templateLimits } from './limits.ts'
import type { Source } from './source.ts'

export interface Place {
  line: number
  column: number
}

/** A merge field of a template, and where it is first used. */
export interface TemplateField extends Place {
  name: string
  /** True when it is printed without a default text, other than under a condition on itself. */
  required: boolean
}

/** The fields found in a template, in the order of their first use. Names are keys of a map: all are ordinary. */
export class FieldList {
  private readonly source: Source
  private readonly byName = new Map<string, TemplateField>()

  constructor(source: Source) {
    this.source = source
  }

  get all(): TemplateField[] {
    return [...this.byName.values()]
  }

  use(name: string, offset: number, required: boolean): void {
    const known = this.byName.get(name)
    if (known) {
      known.required ||= required
      return
    }
    if (name.length > templateLimits.fieldNameLength) this.source.report('field_name_too_long', offset, name)
    if (this.byName.size === templateLimits.fields) this.source.report('too_many_fields', offset, name)
    this.byName.set(name, { name, required, ...this.source.placeOf(offset) })
  }
}
