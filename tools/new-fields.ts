import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './product/paths.ts'

// Proves in a clone that the edits in CONTRIBUTING.md are enough for a new field of the lead form, of the pipeline, and
// of the sample form, and that the product does not compile if any of them is missing.

interface Edit {
  /** The definition that gets the field. */
  name: string
  file: string
  /** Text that occurs only once in the file. The addition follows it. */
  after: string
  added: string
}

const schemas = 'openapi/schemas/leads.yaml'
const sampleSchemas = 'openapi/schemas/samples.yaml'
const texts = 'apps/api/src/db/migrations/added-texts.ts'
const fields = 'packages/labels/src/lead-fields.ts'

const entry = (name: string, label: string) => `
  ${name}: {
    label: '${label}',
    isSearched: true,
    csv: '${name}',
    column: false,
    import: true,
    crmNote: true,
    notified: true,
    mergeField: '${name}',
  },`

const inEach = (name: string): Edit[] => [
  { name: 'LeadColumn', file: schemas, after: '      message,', added: `\n      ${name},` },
  {
    name: 'addedTexts',
    file: texts,
    after: '  lead: {',
    added: ` ${name}: 200,`,
  },
]

const features: Record<string, Edit[]> = {
  jobTitle: [
    {
      name: 'LeadInput',
      file: schemas,
      after: '    company?: { $ref: OptionalLine, example: Tulsa Roofing Example }',
      added: '\n    jobTitle?: { $ref: OptionalLine }',
    },
    {
      name: 'LeadDetail',
      file: schemas,
      after: "    message: { type: [string, 'null'], maxLength: 5000, description: As typed; null when omitted. }",
      added: '\n    jobTitle?: { maxLength: 200, description: As typed; absent when omitted. }',
    },
    { name: 'leadFormFields', file: fields, after: 'leadFormFields = {', added: entry('jobTitle', 'Job title') },
    {
      name: 'formFields',
      file: 'apps/site/src/leads/lead-form.ts',
      after: 'export const formFields = {',
      added: "\n  jobTitle: { label: 'Job title', row: 6, autoComplete: 'organization-title', ...optional },",
    },
    ...inEach('jobTitle'),
  ],
  currentPrinter: [
    {
      name: 'LeadPipeline',
      file: schemas,
      after:
        "    nextStep: { type: [string, 'null'], maxLength: 200, description: The next step., example: Send samples }",
      added: '\n    currentPrinter?: { maxLength: 200, description: Absent when it is not known. }',
    },
    {
      name: 'LeadPatch',
      file: schemas,
      after: '    nextStep?: { $ref: NullableLine, description: The next step., example: Send samples }',
      added: '\n    currentPrinter?: { $ref: NullableLine }',
    },
    {
      name: 'leadPipelineFields',
      file: fields,
      after: 'leadPipelineFields = {',
      added: entry('currentPrinter', 'Current printer'),
    },
    ...inEach('currentPrinter'),
  ],
  suite: [
    {
      name: 'SampleRequestInput',
      file: sampleSchemas,
      after: "    company?: { $ref: NullableLine, example: '' }",
      added: '\n    suite?: { $ref: NullableLine }',
    },
    {
      name: 'SampleRequest',
      file: sampleSchemas,
      after: '    company?: { maxLength: 200, description: As typed; absent when omitted. }',
      added: '\n    suite?: { maxLength: 200, description: As typed; absent when omitted. }',
    },
    {
      name: 'sampleFormFields',
      file: 'packages/labels/src/sample-request-fields.ts',
      after: 'sampleFormFields = {',
      added: "\n  suite: { label: 'Suite', csv: 'suite', isSearched: true, crmNote: true, notified: true },",
    },
    {
      name: 'formFields',
      file: 'apps/site/src/samples/sample-form.ts',
      after: 'export const formFields = {',
      added: "\n  suite: { label: 'Suite', row: 10, ...optional },",
    },
    { name: 'addedTexts', file: texts, after: '  sample_request: {', added: ' suite: 200,' },
  ],
}

const clone = mkdtempSync(path.join(tmpdir(), 'new-fields-'))
const env = { ...process.env, PATH: `${path.join(clone, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}` }
const run = (command: string, ...args: string[]) =>
  spawnSync(command, args, { cwd: clone, env, encoding: 'utf8', maxBuffer: 2 ** 28 })

function apply(edits: readonly Edit[]): void {
  execFileSync('git', ['checkout', '--quiet', '.'], { cwd: clone })
  for (const { name, file, after, added } of edits) {
    const target = path.join(clone, file)
    const [before, rest, ...others] = readFileSync(target, 'utf8').split(after)
    if (before === undefined || rest === undefined || others.length > 0)
      throw new Error(`${file} has no place for ${name}`)
    writeFileSync(target, before + after + added + rest)
  }
}

const packages = ['@app/labels', 'api', 'admin', 'site'].flatMap((name) => ['--filter', name])

/** The first error of generating and compiling everything that depends on the fields. Undefined if there is none. */
function faultOf(edits: readonly Edit[]): string | undefined {
  apply(edits)
  const { status, stdout, stderr } = run('turbo', 'run', 'typecheck', ...packages)
  if (status === 0) return undefined
  return /.*(?:error TS|Error: openapi).*/.exec(stdout + stderr)?.[0] ?? `exit status ${status}`
}

/** The tests that iterate over the table of fields, by app. */
const tests = [
  ['api', 'test/lead-fields.test.ts', 'test/sample-request-fields.test.ts', 'test/schema.test.ts'],
  ['admin', 'src/screens/leads/lead-fields.test.tsx'],
  ['site', '--project', 'pages', 'src/forms/every-field.test.tsx'],
]

function prove(): void {
  const all = Object.values(features).flat()
  const fault = faultOf(all)
  if (fault) throw new Error(`The documented edits do not compile: ${fault}`)
  for (const [app = '', ...files] of tests) {
    const { status, stdout, stderr } = run('pnpm', '--filter', app, 'exec', 'vitest', 'run', ...files)
    if (status !== 0) throw new Error(`A test of ${app} fails with the new fields:\n${stdout}${stderr}`)
    console.log(`with all fields, the tests of ${app} pass`)
  }
  for (const [feature, edits] of Object.entries(features)) {
    for (const left of edits) {
      const found = faultOf(all.filter((edit) => edit !== left))
      if (!found) throw new Error(`${feature} compiles without ${left.name}`)
      console.log(`${feature} without ${left.name}: ${found.trim().slice(0, 160)}`)
    }
    console.log(`${feature}: ${edits.length} edits`)
  }
}

try {
  execFileSync('git', ['clone', '--quiet', root, clone])
  const installed = run('pnpm', 'install', '--frozen-lockfile', '--prefer-offline')
  if (installed.status !== 0) throw new Error(installed.stdout)
  prove()
} finally {
  rmSync(clone, { recursive: true, force: true })
}
