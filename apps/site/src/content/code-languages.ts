import { brand } from '@app/brand'

/** A request to the print API, with its body. */
export interface ExampleRequest {
  method: string
  path: string
  payload: object
}

const json = (payload: object) => JSON.stringify(payload, null, 2)

/** The same request in each language, in the order of the tabs. */
export const codeLanguages: { name: string; write: (request: ExampleRequest) => string }[] = [
  { name: 'JSON', write: ({ payload }) => json(payload) },
  {
    name: 'cURL',
    write: ({ method, path, payload }) =>
      [
        `curl -X ${method} ${brand.links.printApi}${path} \\`,
        '  -H "Authorization: Bearer $API_KEY" \\',
        '  -H "Content-Type: application/json" \\',
        `  -d '${json(payload)}'`,
      ].join('\n'),
  },
  {
    name: 'Node.js',
    write: ({ method, path, payload }) =>
      [
        `const answer = await fetch('${brand.links.printApi}${path}', {`,
        `  method: '${method}',`,
        '  headers: {',
        '    Authorization: `Bearer ${process.env.API_KEY}`,',
        "    'Content-Type': 'application/json',",
        '  },',
        `  body: JSON.stringify(${json(payload).replaceAll('\n', '\n  ')}),`,
        '})',
        'const proof = await answer.json()',
      ].join('\n'),
  },
]
