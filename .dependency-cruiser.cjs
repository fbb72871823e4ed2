/**
 * Who may import whom. Imports run one way: apps import packages, and inside the API composition imports modules,
 * modules import http and jobs, those import db, and all of them import the base.
 */
const api = '^apps/api/src/'
/** What every layer of the API may import. A file beside server.ts that is not named here belongs to composition. */
const base =
  'tracing/|metrics/|(config|errors|file-settings|loggable|misspelled-settings|network|provider-settings|mail-settings|secret-files|settings)[.]ts$'
/** Tests build the whole app, whatever they stand beside. */
const tests = '[.]test[.]tsx?$'

/**
 * Rules for the folders inside `root`: each imports itself and the folders after it in the list, so imports run one way.
 * Nothing in a folder imports the files that are directly in `root`, and a folder that is not in the list is an error.
 */
const order = (root, folders) => [
  ...folders.map((folder, index) => ({
    name: `${root}/${folder}-imports-only-the-folders-after-it`,
    severity: 'error',
    from: { path: `^${root}/${folder}/`, pathNot: tests },
    to: { path: `^${root}/`, pathNot: `^${root}/(${folders.slice(index).join('|')})/` },
  })),
  {
    name: `${root}-has-no-folder-outside-the-order`,
    severity: 'error',
    from: { path: `^${root}/[^/]+/`, pathNot: `^${root}/(${folders.join('|')})/` },
    to: {},
  },
]

/** From whole pages down to what depends on nothing else of the site. */
const siteFolders = [
  'pages',
  'sandbox',
  'samples',
  'pricing',
  'sections',
  'layout',
  'leads',
  'forms',
  'toasts',
  'components',
  'startup',
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
  'components',
  'urls',
]

/** A screen imports no other screen, except that the settings list the changes made on the screens below them. */
const adminScreens = [
  'settings',
  'account',
  'campaigns',
  'dashboard',
  'leads',
  'not-found',
  'notifications',
  'pricing',
  'print',
  'samples',
]

module.exports = {
  forbidden: [
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
      name: 'api-base-imports-base-only',
      severity: 'error',
      from: { path: `${api}(${base})`, pathNot: tests },
      to: { path: api, pathNot: `${api}(${base})` },
    },
    {
      name: 'api-db-imports-db-and-base',
      severity: 'error',
      from: { path: `${api}db/`, pathNot: tests },
      to: { path: api, pathNot: `${api}(db/|${base})` },
    },
    {
      name: 'api-http-imports-http-db-and-base',
      severity: 'error',
      from: { path: `${api}http/`, pathNot: tests },
      to: { path: api, pathNot: `${api}(http/|db/|${base})` },
    },
    {
      name: 'api-jobs-imports-jobs-db-and-base',
      severity: 'error',
      from: { path: `${api}jobs/`, pathNot: tests },
      to: { path: api, pathNot: `${api}(jobs/|db/|${base})` },
    },
    {
      name: 'api-modules-import-no-composition',
      severity: 'error',
      from: { path: `${api}modules/`, pathNot: tests },
      to: { path: api, pathNot: `${api}(modules/|http/|jobs/|db/|${base})` },
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
      to: { path: '^packages/print-engine/src/(check|layout|finish|compile/compile)', reachable: true },
    },
    {
      // Accounts are what the other modules build on: auth signs their owners in, the others write down who did what.
      name: 'staff-imports-no-other-module',
      severity: 'error',
      from: { path: `${api}modules/staff/`, pathNot: tests },
      to: { path: `${api}modules/[^/]+/`, pathNot: `${api}modules/(staff|changes)/` },
    },
    {
      // Every module that has records declares their types and imports the engine.
      name: 'changes-imports-no-other-module',
      severity: 'error',
      from: { path: `${api}modules/changes/`, pathNot: tests },
      to: { path: `${api}modules/[^/]+/`, pathNot: `${api}modules/changes/` },
    },
    {
      name: 'services-and-entities-know-no-http',
      severity: 'error',
      from: { path: '^apps/api/src/modules/.+[.](service|entity|queries)[.]ts$' },
      to: { path: '(^apps/api/src/http/|node_modules/(fastify|@fastify)/)' },
    },
    {
      name: 'queries-import-nothing-that-writes',
      severity: 'error',
      from: { path: '[.]queries[.]ts$' },
      to: { path: '([.]service[.]ts$|/db/(batched|idempotent)-insert[.]ts$)' },
    },
    {
      name: 'entities-import-no-service',
      severity: 'error',
      from: { path: '[.]entity[.]ts$' },
      to: { path: '[.](service|handlers|queries)[.]ts$' },
    },
    {
      name: 'modules-meet-below-handlers',
      severity: 'error',
      // A statement over the table of another module imports its entity, so that the order of the modules counts for it.
      from: { path: '^apps/api/src/modules/([^/]+)/' },
      to: { path: '^apps/api/src/modules/.+[.]handlers[.]ts$', pathNot: '^apps/api/src/modules/$1/' },
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
