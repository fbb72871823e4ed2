/** Limits of one template and of one rendering. Text is measured in UTF-16 code units unless the name says bytes. */
export const templateLimits = {
  htmlBytes: 256 * 1024,
  fields: 100,
  fieldNameLength: 64,
  conditionDepth: 8,
  elements: 5000,
  elementDepth: 100,
  attributesOfElement: 50,
  styleDepth: 8,
  valueLength: 2000,
  /** The code of a longer address needs a square of more than two inches. */
  qrAddressBytes: 400,
  /** Steps of parsing a template: one for each CSS token, more for an expression or a finding. */
  steps: 200_000,
  outputBytes: 32 * 1024 * 1024,
  /** Maximum number of findings in one response. */
  findings: 100,
} as const
