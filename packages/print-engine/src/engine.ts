import type { PostalAddress } from '@app/mail-piece/address'
import { trackingField } from '@app/mail-piece/merge-fields'
import { permitLines } from '@app/mail-piece/permit'
import { fitAddress, senderLines } from './address/fit-address.ts'
import type { CompiledTemplate } from './compile/compile-template.ts'
import type { Asset } from './compile/render.ts'
import { compiledTemplates } from './compiled-templates.ts'
import type { Press } from './check/press.ts'
import type { TemplateFinding, TemplateFindingCode } from './compile/finding.ts'
import { type PrintFinding, type PrintFindingCode, printFindingOf } from './findings.ts'
import { printFonts } from './fonts/print-fonts.ts'
import { addressSideOf, type PieceSize, sheetOf } from './geometry/piece.ts'
import type { LaidOutPiece } from './layout/laid-out-piece.ts'
import type { LayoutBrowser } from './layout/lay-out.ts'
import type { TemplateOwner } from './layout/turns.ts'

export interface TemplateSource {
  html: string
  /** True for our own templates. Others are laid out only in an isolated browser. */
  trusted: boolean
}

export interface ProofRequest {
  size: PieceSize
  /** One template for the whole piece, or one each for its front and back. */
  sides: readonly TemplateSource[]
  values: Record<string, string>
  asset: (id: string) => Promise<Asset | undefined>
  to: PostalAddress
  from: PostalAddress
  imbDigits: string
  /** Printed by `{{tracking_token}}`. */
  trackingToken: string
}

/** A finding of a proof: about a template, the values, or the print file. */
export type ProofCheck = Omit<PrintFinding, 'code'> & { code: PrintFindingCode | TemplateFindingCode }

/** The browser is not isolated, so it does not lay out untrusted templates. */
export class UntrustedTemplateError extends Error {
  override readonly name = 'UntrustedTemplateError'
}

const ourFonts = printFonts.map(({ localName }) => localName)

export type PrintEngine = ReturnType<typeof printEngine>

export function printEngine(browser: LayoutBrowser, press: Pick<Press, 'press' | 'close' | 'profileName'>) {
  const compiled = compiledTemplates()
  const { confinement, counts } = browser

  /**
   * Turns templates and values into a checked print file. The same request produces the same bytes.
   * @throws {UntrustedTemplateError}
   * @throws {LayoutError}
   * @throws {NoBrowserError}
   */
  const proof = async (request: ProofRequest, signal?: AbortSignal) => {
    const { size, sides, values, to, from, imbDigits } = request
    const owner: TemplateOwner = sides.every(({ trusted }) => trusted) ? 'house' : 'customer'
    if (confinement.kind === 'none' && owner === 'customer') throw new UntrustedTemplateError(confinement.reason)
    /** Milliseconds per step. */
    const spans: Record<string, number> = {}
    const timed = async <Result>(step: string, work: () => Promise<Result>): Promise<Result> => {
      signal?.throwIfAborted()
      const since = performance.now()
      const result = await work()
      spans[step] = performance.now() - since
      return result
    }

    const templates = sides.map(({ html }) => compiled(html, size, sides.length === 1))
    const printed = { ...values, [trackingField]: request.trackingToken }
    const drawn = await timed('compile', () =>
      Promise.all(templates.map((template) => draw(template, valuesOf(template, printed), request.asset))),
    )
    const sheet = sheetOf(size)
    const art = await timed('layout', () =>
      Promise.all(
        drawn.map(({ document }): Promise<LaidOutPiece> => browser.layOut({ ...document, owner }, sheet, signal)),
      ),
    )
    const address = fitAddress(to, size)
    const overlay = {
      addressLines: address.lines,
      imbDigits,
      indicia: addressSideOf(size).indicia ? [...permitLines] : [],
      returnLines: senderLines(from),
    }
    const fontNames = [...ourFonts, ...drawn.flatMap((side) => side.fontNames)]
    const pressed = await timed('press', () => press.press({ size, art, overlay, fontNames }, address.findings, owner))
    Object.assign(spans, pressed.spans)
    return {
      pdf: pressed.pdf,
      /** The number of pages that the templates produce. A letter may have more of them than its print file. */
      artPages: sides.length > 1 ? sides.length : (pressed.artPageCounts[0] ?? 0),
      pages: pressed.pages.map((page, index) => ({ ...page, side: sideNames[index % 2] ?? 'front' })),
      checks: mostSevere([
        ...drawn.flatMap(({ findings }, side) =>
          findings.map((finding) => templateCheckOf(finding, sides.length > 1 ? side + 1 : undefined)),
        ),
        ...unusedFields(templates, values),
        ...pressed.findings,
        ...artInRgb(pagesOfCustomer(pressed.pagesInRgb, sides), press.profileName),
      ]),
      spans,
    }
  }

  return {
    proof,
    browser: { confinement, counts },
    close: async () => {
      await Promise.all([browser.close(), press.close()])
    },
  }
}

const sideNames = ['front', 'back'] as const

const maxChecks = 500
const severities: readonly ProofCheck['severity'][] = ['error', 'warning', 'note']

/** The findings of a proof, up to the limit. Beyond it, the most severe come first. */
const mostSevere = (checks: ProofCheck[]): ProofCheck[] =>
  checks.length <= maxChecks
    ? checks
    : severities.flatMap((severity) => checks.filter((check) => check.severity === severity)).slice(0, maxChecks)

/** Renders a template with its values, and returns the document and its findings. */
async function draw(template: CompiledTemplate, values: Record<string, string>, find: ProofRequest['asset']) {
  const ids = template.assetIds(values)
  const assets = new Map(await Promise.all(ids.map(async (id) => [id, await find(id)] as const)))
  const { html, findings } = template.render(values, (id) => assets.get(id))
  return {
    document: { html, usesViewport: template.usesViewport },
    findings: [...template.lint, ...findings],
    fontNames: [...assets.values()].flatMap((asset) => asset?.fontName ?? []),
  }
}

/**
 * Converts a template finding to a finding about its page, or about the whole piece if the template draws all pages.
 */
function templateCheckOf(finding: TemplateFinding, page: number | undefined): ProofCheck {
  const { code, severity, found, allowed, remedy, line, column } = finding
  const place = line === undefined ? '' : ` in line ${line}, column ${column}`
  return {
    code,
    severity,
    ...(page !== undefined && { page }),
    detail: `Found "${found}"${place}. Allowed: ${allowed}.`,
    remedy,
  }
}

/** Excludes our own templates, whose colors were chosen on the press. */
const pagesOfCustomer = (pages: readonly number[], sides: readonly TemplateSource[]): number[] =>
  pages.filter((page) => !(sides.length > 1 ? sides[page - 1] : sides[0])?.trusted)

const list = new Intl.ListFormat('en-US')

function artInRgb(pages: readonly number[], profileName: string): ProofCheck[] {
  const [page] = pages
  if (page === undefined) return []
  const where = pages.length === 1 ? `Page ${page} has` : `Pages ${list.format(pages.map(String))} have`
  const detail = `${where} colors in RGB. The press converts them to CMYK with the profile “${profileName}”. Black and gray text and lines are printed in black ink alone.`
  return [printFindingOf('art_in_rgb', detail, pages.length === 1 ? { page } : {})]
}

const namesOf = ({ fields }: CompiledTemplate) => fields.map(({ name }) => name)

/** The values that this side uses. The other side may use the rest. */
const valuesOf = (template: CompiledTemplate, values: Record<string, string>): Record<string, string> => {
  const used = new Set(namesOf(template))
  return Object.fromEntries(Object.entries(values).filter(([name]) => used.has(name)))
}

function unusedFields(templates: readonly CompiledTemplate[], values: Record<string, string>): ProofCheck[] {
  const used = new Set(templates.flatMap(namesOf))
  return Object.keys(values)
    .filter((name) => !used.has(name))
    .map((name) => printFindingOf('unused_field', `No template of the piece uses "${name}".`))
}
