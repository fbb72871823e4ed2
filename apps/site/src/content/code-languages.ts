import { brand } from '@app/brand'

/** A POST request to the print API, with its body. */
export interface ExampleRequest {
  path: string
  payload: object
  /** Custom templates need a key; the built-in ones do not. */
  needsKey?: boolean | undefined
}

interface CodeLanguage {
  name: string
  write: (request: ExampleRequest) => string
}

const json = (payload: object) => JSON.stringify(payload, null, 2)

/** Origin of the print API. The prerendered page shows only the JSON body, which does not include it. */
const printApi = (): string => brand.links.printApi || import.meta.env['VITE_API_URL'] || globalThis.location.origin

/** Quotes text for a shell, which cannot escape a single quote inside single quotes. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const fetchCall = ({ path, payload, needsKey }: ExampleRequest) => [
  `const response = await fetch('${printApi()}${path}', {`,
  "  method: 'POST',",
  '  headers: {',
  ...(needsKey ? ['    Authorization: `Bearer ${process.env.API_KEY}`,'] : []),
  "    'Content-Type': 'application/json',",
  '  },',
  `  body: JSON.stringify(${json(payload).replaceAll('\n', '\n  ')}),`,
  '})',
]

/** The same request in each language, in the order of the tabs. */
export const codeLanguages: readonly CodeLanguage[] = [
  { name: 'JSON', write: ({ payload }) => json(payload) },
  {
    name: 'cURL',
    write: ({ path, payload, needsKey }) =>
      [
        `curl -X POST ${printApi()}${path} \\`,
        ...(needsKey ? ['  -H "Authorization: Bearer $API_KEY" \\'] : []),
        '  -H "Content-Type: application/json" \\',
        `  -d ${quoted(json(payload))}`,
      ].join('\n'),
  },
  {
    name: 'Node.js',
    write: (request) =>
      [
        ...fetchCall(request),
        'const proof = await response.json()',
        'console.log(response.status, proof.Status, proof.Price)',
      ].join('\n'),
  },
]

/** The same languages, plus TypeScript with a typed response. */
export const withTypeScript: readonly CodeLanguage[] = [
  ...codeLanguages,
  {
    name: 'TypeScript',
    write: (request) =>
      [
        'interface Proof {',
        '  Id: string',
        "  Status: 'rendering' | 'ready' | 'failed'",
        '  Price: { Unit: number; Total: number; Currency: string } | null',
        '  PdfUrl: string | null',
        '  Checks: { Code: string; Severity: string; Detail: string; Remedy: string }[]',
        '}',
        '',
        ...fetchCall(request),
        'const proof: Proof = await response.json()',
        'console.log(response.status, proof.Status, proof.Price)',
      ].join('\n'),
  },
]
