/** Who may import whom. Imports run one way: apps import packages, and the folders of an app import those below them. */
const api = '^apps/api/src/'
/** Tests build the whole app, whatever they stand beside. */
const tests = '[.]test[.]tsx?$'

/**
 * Rules for the folders inside `root`: each imports itself and the folders after it in the list, so imports run one way.
 * Nothing in a folder imports the files that are directly in `root`. A folder that is not in the list is above all of it: it may
 * import the list, and nothing may import it.
 */
const order = (root, folders) => [
  ...folders.map((folder, index) => ({
    name: `${root}/${folder}-imports-only-the-folders-after-it`,
    severity: 'error',
    from: { path: `^${root}/${folder}/`, pathNot: tests },
    to: { path: `^${root}/`, pathNot: `^${root}/(${folders.slice(index).join('|')})/` },
  })),
  {
    name: `${root}-folders-outside-the-list-import-only-the-list`,
    severity: 'error',
    from: { path: `^${root}/([^/]+)/`, pathNot: [`^${root}/(${folders.join('|')})/`, tests] },
    to: { path: `^${root}/`, pathNot: `^${root}/($1|${folders.join('|')})/` },
  },
]

/** From whole pages down to what depends on nothing else of the site. */
const siteFolders = [
  'pages',
  'account',
  'track',
  'sandbox',
  'samples',
  'pricing',
  'sections',
  'layout',
  'legal',
  'leads',
  'forms',
  'toasts',
  'startup',
  'components',
  'content',
  'lib',
]

/** From the frame around every screen down to plain addresses. */
const adminFolders = [
  'layout',
  'screens',
  'access',
  'charts',
  'lead-panel',
  'leads',
  'spam',
  'people',
  'live',
  'edit',
  'list',
  'cache',
  'session',
  'files',
  'pdf',
  'components',
  'urls',
]

/** From what answers an operation down to the text of an error. The files beside them put a program together. */
const apiFolders = ['handlers', 'modules', 'http', 'jobs', 'entities', 'db', 'config', 'metrics', 'tracing', 'errors']

/** From what reaches every record of a person down to the random names of keys. */
const apiModules = [
  'privacy',
  'tokens',
  'auth',
  'second-factor',
  'production',
  'pieces',
  'messages',
  'crm',
  'live',
  'print',
  'leads',
  'samples',
  'campaigns',
  'pricing',
  'templates',
  'spam',
  'customers',
  'staff',
  'sessions',
  'changes',
  'announcements',
  'health',
  'keys',
]

/** A screen imports no other screen, except that the settings list the changes made on the others, and an account its keys. */
const adminScreens = [
  'settings',
  'account',
  'accounts',
  'campaigns',
  'dashboard',
  'leads',
  'notifications',
  'pricing',
  'print',
  'production',
  'samples',
]

module.exports = {
  forbidden: [
    ...order('apps/api/src', apiFolders),
    ...order('apps/api/src/modules', apiModules),
    ...order('apps/site/src', siteFolders),
    ...order('apps/admin/src', adminFolders),
    ...order('apps/admin/src/screens', adminScreens),
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'packages-never-import-apps',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(apps|tools|e2e)/' },
    },
    {
      name: 'apps-share-only-packages',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'contract-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^packages/(contract|api-client|brand)/' },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'labels-and-prices-import-the-contract-only',
      severity: 'error',
      from: { path: '^packages/(labels|pricing)/' },
      to: { path: '^packages/', pathNot: '^packages/($1|contract)/' },
    },
    {
      name: 'worker-reaches-no-http',
      severity: 'error',
      from: { path: `${api}(worker|renderer)[.]ts$` },
      to: { path: `(${api}http/|node_modules/(fastify|@fastify)/)`, reachable: true },
    },
    {
      // Text of a customer may keep a program busy for minutes, or end it.
      name: 'api-and-worker-reach-no-template-browser-or-pdf-code',
      severity: 'error',
      from: { path: `${api}(server|worker)[.]ts$` },
      to: { path: '^packages/print-engine/src/(check|layout|finish|run|compile/compile)', reachable: true },
    },
    {
      name: 'services-know-no-http',
      severity: 'error',
      from: { path: '^apps/api/src/modules/.+[.](service|queries)[.]ts$' },
      to: { path: '(^apps/api/src/http/|node_modules/(fastify|@fastify)/)' },
    },
    {
      name: 'queries-import-nothing-that-writes',
      severity: 'error',
      from: { path: '[.]queries[.]ts$' },
      to: { path: '([.]service[.]ts$|/db/(batched|idempotent)-insert[.]ts$)' },
    },
    {
      name: 'not-to-unresolvable',
      severity: 'error',
      from: {},
      // A module that a build plugin makes has no file.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'production-code-imports-no-test-code',
      severity: 'error',
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: '[.]test[.]tsx?$' },
      to: { path: '([.]test[.]tsx?$|/test/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/reports/|/[.]turbo/|/generated/page/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
