import { withTypeScript } from '../content/code-languages.ts'
import { printApiSchema } from '../content/paths.ts'
import { CodeSample } from '../sections/CodeSample.tsx'
import { useMarkReady } from '../startup/use-mark-ready.ts'
import { isLetter, type RequestBody } from './sandbox-request.ts'

interface RequestCodeProps {
  body: RequestBody
  needsKey: boolean
  /** Whether a template is edited and not saved. */
  isEdited: boolean
}

/** What the button above sends, for one's own program. */
export function RequestCode({ body, needsKey, isEdited }: RequestCodeProps) {
  useMarkReady('sandbox-code')
  return (
    <CodeSample
      title="The same request"
      method="POST"
      path={isLetter(body) ? '/v1/letters' : '/v1/postcards'}
      payload={body}
      languages={withTypeScript}
      needsKey={needsKey}
    >
      {isEdited && 'An edited template gets an id of its own with its first proof: the request then names it. '}
      <a href={printApiSchema}>JSON Schema</a>
    </CodeSample>
  )
}
