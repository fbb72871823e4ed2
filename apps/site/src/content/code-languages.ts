import { brand } from '@app/brand'

/** A request to the print API, with its body. */
export interface ExampleRequest {
  method: string
  path: string
  payload: object
  /** Templates of one's own need a key, the built-in ones need none. */
  needsKey?: boolean | undefined
}

interface CodeLanguage {
  name: string
  write: (request: ExampleRequest) => string
}

const json = (payload: object) => JSON.stringify(payload, null, 2)

/** Where the print API is. The prerendered page shows the body alone, which names no host. */
const printApi = (): string => brand.links.printApi || import.meta.env['VITE_API_URL'] || globalThis.location.origin

/** In single quotes of a shell, a single quote is written outside of them. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

const fetchCall = ({ method, path, payload, needsKey }: ExampleRequest) => [
  `const answer = await fetch('${printApi()}${path}', {`,
  `  method: '${method}',`,
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
    write: ({ method, path, payload, needsKey }) =>
      [
        `curl -X ${method} ${printApi()}${path} \\`,
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
        'const proof = await answer.json()',
        'console.log(answer.status, proof.Status, proof.Price)',
      ].join('\n'),
  },
]

/** For who wants the answer typed, too. */
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
        'const proof: Proof = await answer.json()',
        'console.log(answer.status, proof.Status, proof.Price)',
      ].join('\n'),
  },
]
