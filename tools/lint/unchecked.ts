import type { RuleTester } from 'oxlint/plugins-dev'

type Rule = Parameters<RuleTester['run']>[1]

const queries = new Set(['query', 'execute'])

/** Forbids type claims that nothing checks. A single assertion is allowed with its reason in a comment above. */
export const noUncheckedTypes: Rule = {
  create(context) {
    return {
      TSAsExpression(node) {
        const { expression, typeAnnotation } = node
        if (typeAnnotation.type === 'TSNeverKeyword')
          context.report({ node, message: 'No value is of the type never.' })
        if (expression.type === 'TSAsExpression')
          context.report({ node, message: 'Check the value: a double assertion turns any type into any other.' })
      },
      CallExpression(node) {
        const { callee } = node
        if (!node.typeArguments || callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier') return
        if (queries.has(callee.property.name))
          context.report({ node, message: 'Read rows with a schema, or in tools as text: nothing checks this type.' })
      },
    }
  },
}

// oxlint-disable-next-line import/no-default-export -- The linter loads a plugin by its default export.
export default { meta: { name: 'types' }, rules: { 'no-unchecked': noUncheckedTypes } }
