import type { RuleTester } from 'oxlint/plugins-dev'

/** Files that run SQL text or name columns in it, with the reasons. */
const exceptions: Readonly<Record<string, string>> = {
  'db/sql.ts': 'It runs all statements.',
  'db/batched-insert.ts':
    'Each visitor waits for it: its text is compiled once and runs with one parameter for all rows.',
  'db/record-traces.ts': 'The table of the traces belongs to no entity.',
}

/** The start of a statement. A sentence that starts with the same word continues differently. */
const statement =
  /^\s*(?:select\s+\S+(?:,|\s+(?:from|as)\s|\()|select\s+(?:from|pg_|count)|insert\s+into\s|update\s+\S+\s+set\s|delete\s+from\s|with\s+(?:recursive\s+)?\w+\s+as\s|(?:create|alter|drop|truncate)\s+(?:table|index|unique)\s|set\s+local\s|listen\s+\S+$)/i

/** Quoted text in SQL, comments, and function names. */
const otherText = /'[^']*'|"[^"]*"|--.*$|\w+\s*\(/gm

/** Snake case names that are not entity columns. */
const otherNames = /^(?:pg_\w+|key_(?:text|at|id|processed)|current_\w+|rate_limit|schema_migration|statement_timeout)$/

type Rule = Parameters<RuleTester['run']>[1]

const isNamed = (node: { type: string }, name: string) =>
  node.type === 'Identifier' && 'name' in node && node.name === name

const isException = (filename: string) =>
  Object.keys(exceptions).some((file) => filename.endsWith(`apps/api/src/${file}`))

/** Statements are built with Kysely, whose columns the compiler checks, and run in one place (decision 0233). */
const noText: Rule = {
  create(context) {
    if (isException(context.filename)) return {}
    const report = (node: { range: [number, number] }, message: string) => context.report({ node, message })
    return {
      Literal(node) {
        if (typeof node.value === 'string' && statement.test(node.value)) report(node, 'Build SQL with Kysely.')
      },
      TemplateLiteral(node) {
        const isTagged = node.parent.type === 'TaggedTemplateExpression'
        const text = node.quasis.map(({ value }) => value.raw).join('x')
        if (!isTagged && statement.test(text)) report(node, 'Build SQL with Kysely.')
      },
      CallExpression(node) {
        const { callee } = node
        if (callee.type !== 'MemberExpression') return
        if (isNamed(callee.property, 'raw') && isNamed(callee.object, 'sql')) {
          report(node, 'The compiler does not check the text of sql.raw().')
        }
        if (isNamed(callee.property, 'ref') && isNamed(callee.object, 'sql') && node.arguments[0]?.type === 'Literal') {
          report(node, 'Take the column from columns().')
        }
        const isExecute = isNamed(callee.property, 'execute') && node.arguments.length > 0
        if (isExecute || isNamed(callee.property, 'query')) report(node, 'Run SQL with run() or reader().')
      },
      TaggedTemplateExpression(node) {
        if (!isNamed(node.tag, 'sql')) return
        const text = node.quasi.quasis.map(({ value }) => value.raw).join(' ')
        const names = text.replaceAll(otherText, ' ').match(/\b[a-z]+(?:_[a-z0-9]+)+\b/g) ?? []
        for (const name of names) if (!otherNames.test(name)) report(node, `Take ${name} from columns().`)
      },
    }
  },
}

// oxlint-disable-next-line import/no-default-export -- The linter loads a plugin by its default export.
export default { meta: { name: 'sql' }, rules: { 'no-text': noText } }
