export type MergeFields = Record<string, string>

/** A run of text, with the name of the merge field that it came from, if any. */
export interface TextRun {
  text: string
  field?: string
}

const fieldPattern = /\{\{(\w+)\}\}/

/** Splits a template at its merge fields and fills in the recipient's values. An unknown field stays as written. */
export const resolveMergeFields = (template: string, fields: MergeFields): TextRun[] =>
  template
    .split(/(\{\{\w+\}\})/)
    .filter(Boolean)
    .map((part) => {
      const field = fieldPattern.exec(part)?.[1]
      const value = field === undefined ? undefined : fields[field]
      return field === undefined || value === undefined ? { text: part } : { text: value, field }
    })
