import type { FindingCode } from '@app/contract'
import { proofFailures } from '@app/print-engine/failures'
import { printFindingKinds, type Severity } from '@app/print-engine/findings'
import { templateFindingKinds } from '@app/print-engine/template-findings'
import type { DescribedCode } from '../errors/described-code.ts'
import { fieldCodes } from '../errors/field-codes.ts'
import { publicCodes } from '../errors/public-codes.ts'
import { staffCodes } from '../errors/staff-codes.ts'
import type { Audience, Section } from './sections.ts'

const findings: Readonly<Record<FindingCode, { severity: Severity; allowed?: string; remedy: string }>> = {
  ...printFindingKinds,
  ...templateFindingKinds,
}

/** Formats braces and angle brackets in a remedy as code. */
const asText = (remedy: string) => remedy.replaceAll(/\{\{[^{}]*\}\}|(?<!\S)[^\s<]*<[^<>]*>/g, '`$&`')

const severityTexts: Readonly<Record<Severity, string>> = { error: 'An error.', warning: 'A warning.', note: 'A note.' }

const findingText = ({ severity, allowed, remedy }: (typeof findings)[FindingCode]): string =>
  [severityTexts[severity], allowed === undefined ? '' : `Allowed: ${asText(allowed)}.`, asText(remedy)]
    .filter(Boolean)
    .join(' ')

const errorText = ({ status, meaning, remedy }: DescribedCode): string => `Status ${status}. ${meaning} ${remedy}`

const partsOf = <Described>(all: Readonly<Record<string, Described>>, textOf: (described: Described) => string) =>
  Object.entries(all).map(([code, described]) => ({ title: code, text: textOf(described) }))

/** Every code that callers can receive. */
export const codeSections = (audience: Audience): Section[] => [
  {
    tag: 'checks',
    title: 'Checks',
    text: 'Every proof is checked automatically: page boxes, fonts, images, text, and codes, which are read back from the image of the finished page. Each finding in `Checks` has a `Code`, a `Severity`, the `Page`, the `Box` in inches from the top left corner of the sheet, a `Detail` with measurements, and a `Remedy`. `Lint` of a template has findings of the same kind. A piece with an error cannot be mailed. A warning is about something that may print badly. A note is informational.',
    parts: partsOf(findings, findingText),
  },
  {
    tag: 'failures',
    title: 'Failed proofs',
    text: '`Status` is `failed` when no proof could be made. `Failure.Code` is one of these.',
    parts: partsOf(proofFailures, (text) => text),
  },
  {
    tag: 'errors',
    title: 'Error codes',
    text: 'The `code` of a problem document.',
    parts: partsOf({ ...publicCodes, ...(audience === 'integrators' && staffCodes) }, errorText),
  },
  {
    tag: 'fields',
    title: 'Field codes',
    text: 'Under `/v1`, each item of `errors` has a `code`, what was `found`, what is `allowed`, and a `remedy`. Its code is one of these, or the code of a check.',
    parts: partsOf(fieldCodes, (text) => text),
  },
]
