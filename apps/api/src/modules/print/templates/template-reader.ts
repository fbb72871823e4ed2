import type { PieceSize, TemplateField, TemplateFinding } from '@app/contract'
import { trackingField } from '@app/mail-piece/merge-fields'
import type { TemplateFinding as CompileFinding } from '@app/print-engine/template-findings'
import { refused } from '../field-fault.ts'
import { limitedProcess, type ProcessLimits, programAt } from '../limited-process.ts'

export interface TemplateText {
  size: PieceSize
  html: string
}

export interface TemplateJob extends TemplateText {
  /** Undefined without a piece: then only the template itself is checked. */
  values: Record<string, string> | undefined
  /** Media types of the assets that the caller has, by id. */
  assetTypes: ReadonlyMap<string, string>
}

export interface TemplateReading {
  /** In the order of first use, with its position. */
  fields: { name: string; required: boolean; line: number; column: number }[]
  /** Everything that is wrong with the template. */
  lint: CompileFinding[]
  /** The assets that it uses with these values. */
  assetIds: string[]
  /** Everything that is wrong with the values and the assets. */
  findings: CompileFinding[]
}

/** The largest realistic templates take a fraction of a second. */
const defaultLimits: ProcessLimits = { workMs: 5_000, maxMegabytes: 256 }

const tooComplex = () =>
  refused({
    code: 'template_too_complex',
    detail: 'The template takes too long to compile with these values.',
    remedy: 'Use fewer elements, shorter styles, and shorter values.',
  })

/**
 * Compiles templates and checks them with values, in a separate process. Callers take turns.
 * @param room the maximum number of waiting jobs
 */
export function templateReader(limits = defaultLimits, room = { waiting: 200, ofOneCaller: 50 }) {
  const read = limitedProcess<TemplateReading>({
    ...limits,
    program: programAt('./template-process', import.meta.url),
    tooMuch: tooComplex,
    busy: 'Too many templates are being compiled. Try again in a moment.',
    ...room,
  })

  /**
   * @param caller the network whose turn is used
   * @param assetTypes media types of the caller's assets, by id
   * @throws {ProblemError} 400 for a template that takes too long, 503 when too many wait
   */
  return (
    { size, html }: TemplateText,
    caller: string,
    values?: Record<string, string>,
    assetTypes: ReadonlyMap<string, string> = new Map(),
  ): Promise<TemplateReading> => read({ size, html, values, assetTypes } satisfies TemplateJob, caller)
}

export const readTemplate = templateReader()

/** Built-in templates never wait for customers' templates. They are small and fast, so many of them may wait. */
export const readHouseTemplate = templateReader(defaultLimits, { waiting: 4_000, ofOneCaller: 2_000 })

const fieldOf = ({ name, required, line, column }: TemplateReading['fields'][number]): TemplateField => ({
  Name: name.slice(0, 200),
  Required: required,
  Line: line,
  Column: column,
})

const findingOf = ({ field, line, column, ...finding }: CompileFinding): TemplateFinding => ({
  Code: finding.code,
  Severity: finding.severity,
  Found: finding.found,
  Allowed: finding.allowed,
  Remedy: finding.remedy,
  Field: field?.slice(0, 200) ?? null,
  Line: line ?? null,
  Column: column ?? null,
})

/** The fields of a template that take a value, and its findings, as in the contract. Takes a reading without values. */
export const describeTemplate = ({ fields, lint, findings }: TemplateReading) => ({
  fields: fields
    .filter(({ name }) => name !== trackingField)
    .slice(0, 200)
    .map(fieldOf),
  lint: [...lint, ...findings].map(findingOf),
})
