import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { PieceSize, TemplateField, TemplateFinding } from '@app/contract'
import type { TemplateFinding as CompileFinding } from '@app/print-engine/template-findings'
import { ProblemError } from '../../../errors/errors.ts'
import { inTurn } from '../../staff/in-turn.ts'
import { fieldFault } from '../field-fault.ts'

export interface TemplateText {
  /** Identifies the HTML for good, so that the compiled template can be cached. Undefined for one that is not stored yet. */
  name?: string
  size: PieceSize
  html: string
}

export interface TemplateJob extends TemplateText {
  values: Record<string, string>
  /** Media types of the assets that the caller has, by id. */
  assetTypes: ReadonlyMap<string, string>
}

export interface TemplateReading {
  /** In the order of their first use, with the place of that. */
  fields: { name: string; required: boolean; line: number; column: number }[]
  /** Everything that is wrong with the template. */
  lint: CompileFinding[]
  /** The assets that it shows with these values. */
  assetIds: string[]
  /** Everything that is wrong with the values and the assets. */
  findings: CompileFinding[]
}

interface Limits {
  /** Milliseconds that one template may take. The largest that people write take a fraction of a second. */
  limitMs: number
  maxMegabytes: number
}

const defaultLimits: Limits = { limitMs: 5_000, maxMegabytes: 256 }

const tooComplex = () => {
  const detail = 'The template takes too long to compile with these values.'
  const remedy = 'Use fewer elements, shorter styles, and shorter values.'
  const errors = [fieldFault('', { code: 'template_too_complex', detail, remedy })]
  return new ProblemError(400, 'invalid_input', detail, { errors })
}

const busy = () => {
  const detail = 'Too many templates are being compiled. Try again in a moment.'
  return new ProblemError(503, 'busy', detail, { retryAfterSeconds: 2 })
}

interface Compiler {
  child: ChildProcess
  /** Resolves when the program is loaded, so that its start does not count against a template. */
  ready: Promise<unknown>
}

function startCompiler(maxMegabytes: number): Compiler {
  // The bundle puts it next to this code under its own name.
  const program = import.meta.url.endsWith('.ts') ? './template-process.ts' : './template-process.mjs'
  const child = fork(new URL(program, import.meta.url), {
    execArgv: [`--max-old-space-size=${maxMegabytes}`],
    // It handles text of customers, so it gets no settings of ours.
    env: {},
    serialization: 'advanced',
  })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error('The template compiler did not start')))
  return { child, ready: Promise.race([once(child, 'message'), failed]) }
}

/** The API may end while the compiler is idle. */
function keepAlive({ child }: Compiler, isNeeded: boolean): void {
  for (const handle of [child, child.channel]) {
    if (isNeeded) handle?.ref()
    else handle?.unref()
  }
}

async function compile(compiler: Compiler, job: TemplateJob, limitMs: number): Promise<TemplateReading> {
  const { child, ready } = compiler
  const { promise, resolve, reject } = Promise.withResolvers<TemplateReading>()
  const fail = () => reject(tooComplex())
  let timer: NodeJS.Timeout | undefined
  keepAlive(compiler, true)
  try {
    await ready
    timer = setTimeout(() => child.kill('SIGKILL'), limitMs)
    child.once('message', resolve)
    // It ran out of memory, or was killed.
    child.once('exit', fail)
    child.send(job)
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('exit', fail)
    child.off('message', resolve)
    keepAlive(compiler, false)
  }
}

/**
 * Compiles templates and checks them with values, in a process that starts with the first one and is killed when a template
 * takes too long. No text of a customer delays other requests.
 */
export function templateReader({ limitMs, maxMegabytes }: Limits = defaultLimits) {
  // One at a time, so that the limit applies to that template alone.
  const turns = inTurn({ atOnce: 1, waiting: 200 }, busy)
  let compiler: Compiler | undefined

  const current = () => {
    if (compiler) return compiler
    const started = startCompiler(maxMegabytes)
    started.child.on('exit', () => {
      if (compiler === started) compiler = undefined
    })
    return (compiler = started)
  }

  /**
   * @param assetTypes media types of the caller's assets, by id
   * @throws {ProblemError} 400 for a template that takes too long, 503 when too many wait
   */
  return (
    { name, size, html }: TemplateText,
    values: Record<string, string> = {},
    assetTypes: ReadonlyMap<string, string> = new Map(),
  ): Promise<TemplateReading> => {
    const job = { ...(name !== undefined && { name }), size, html, values, assetTypes }
    return turns.run(() => compile(current(), job, limitMs))
  }
}

export const readTemplate = templateReader()

const fieldOf = ({ name, required, line, column }: TemplateReading['fields'][number]): TemplateField => ({
  Name: name.slice(0, 200),
  Required: required,
  Line: line,
  Column: column,
})

const findingOf = ({
  code,
  severity,
  found,
  allowed,
  remedy,
  field,
  line,
  column,
}: TemplateReading['lint'][number]): TemplateFinding => ({
  Code: code,
  Severity: severity,
  Found: found,
  Allowed: allowed,
  Remedy: remedy,
  Field: field?.slice(0, 200) ?? null,
  Line: line ?? null,
  Column: column ?? null,
})

/** The fields of a template and its findings, as the contract shows them. */
export async function describeTemplate(
  text: TemplateText,
): Promise<{ fields: TemplateField[]; lint: TemplateFinding[] }> {
  const { fields, lint } = await readTemplate(text)
  return { fields: fields.slice(0, 200).map(fieldOf), lint: lint.map(findingOf) }
}
