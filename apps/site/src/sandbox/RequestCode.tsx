import { withTypeScript } from '../content/code-languages.ts'
import { printApiSchema } from '../content/paths.ts'
import { CodeSample } from '../sections/CodeSample.tsx'
import { isLetter, type RequestBody } from './sandbox-request.ts'

interface RequestCodeProps {
  body: RequestBody
  needsKey: boolean
  /** True if a template has unsaved edits. */
  isEdited: boolean
}

/** The current request as code to copy. */
export function RequestCode({ body, needsKey, isEdited }: RequestCodeProps) {
  return (
    <CodeSample
      title="The same request"
      path={isLetter(body) ? '/v1/letters' : '/v1/postcards'}
      payload={body}
      languages={withTypeScript}
      needsKey={needsKey}
    >
      {isEdited && 'Your edited template gets its own ID with the first proof, and the request then uses it. '}
      <a href={printApiSchema}>JSON Schema</a>
    </CodeSample>
  )
}
