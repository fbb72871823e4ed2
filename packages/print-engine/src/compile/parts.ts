import type { ConditionName } from '@app/mail-piece/merge-fields'

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

/** A compiled template: text that is written as it is, and what is filled in for each piece. */
export type Part = string | ValuePart | ConditionPart | AssetPart | QrPart

export interface ValuePart {
  kind: 'value'
  field: string
  fallback: string | undefined
  place: Place
}

export interface ConditionPart {
  kind: 'condition'
  name: ConditionName
  field: string
  parts: Part[]
  /** Between `{{else}}` and the end. */
  otherwise: Part[]
}

export interface AssetPart {
  kind: 'asset'
  use: 'image' | 'font'
  /** The id after `asset:`. It may hold values. */
  id: Part[]
  place: Place
}

export interface QrPart {
  kind: 'qr'
  /** The address that the code opens. It may contain values. */
  address: Part[]
  place: Place
}

/** Adds text to the run of text before it, so that a rendering joins few strings. */
export function append(parts: Part[], added: readonly Part[]): void {
  for (const part of added) {
    const last = parts.at(-1)
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
    else parts.push(part)
  }
}
