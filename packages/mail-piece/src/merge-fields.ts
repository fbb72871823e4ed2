export type MergeFields = Record<string, string>

/** A run of text; `field` names the merge field it came from. */
export interface TextRun {
  text: string
  field?: string
}

const fieldPattern = /\{\{(\w+)\}\}/

/** Splits a template at its merge fields and puts each recipient's value in. An unknown field stays as it is written. */
export const resolveMergeFields = (template: string, fields: MergeFields): TextRun[] =>
  template
    .split(/(\{\{\w+\}\})/)
    .filter(Boolean)
    .map((part) => {
      const field = fieldPattern.exec(part)?.[1]
      const value = field === undefined ? undefined : fields[field]
      return field === undefined || value === undefined ? { text: part } : { text: value, field }
    })
