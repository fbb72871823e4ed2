import type { ConditionName } from '@app/mail-piece/merge-fields'

export interface Place {
  line: number
  column: number
}

/** A merge field of a template, and the place of its first use. */
export interface TemplateField extends Place {
  name: string
  /** True if it is printed without a default text, other than under a condition on itself. */
  required: boolean
}

/** A part of a compiled template: literal text, or a placeholder filled in for each piece. */
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
  /** The parts between `{{else}}` and the end. */
  otherwise: Part[]
}

export interface AssetPart {
  kind: 'asset'
  use: 'image' | 'font'
  /** The id after `asset:`. It may contain values. */
  id: Part[]
  place: Place
}

export interface QrPart {
  kind: 'qr'
  /** The address that the code opens. It may contain values. */
  address: Part[]
  place: Place
}

/** Appends text to the preceding text, so that a rendering joins few strings. */
export function append(parts: Part[], added: readonly Part[]): void {
  for (const part of added) {
    const last = parts.at(-1)
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part
    else parts.push(part)
  }
}
