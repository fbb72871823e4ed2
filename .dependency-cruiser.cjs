/** Who may import whom. The arrow runs one way: contract → apps, packages never look up. */
module.exports = {
  forbidden: [
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
      from: { path: '^packages/(contract|api-client|brand|pricing)/' },
      to: { path: '^packages/', pathNot: '^packages/$1/' },
    },
    {
      name: 'services-and-entities-know-no-http',
      severity: 'error',
      from: { path: '^apps/api/src/modules/.+[.](service|entity|queries)[.]ts$' },
      to: { path: '(^apps/api/src/http/|node_modules/(fastify|@fastify)/)' },
    },
    {
      name: 'entities-import-no-service',
      severity: 'error',
      from: { path: '[.]entity[.]ts$' },
      to: { path: '[.](service|handlers|queries)[.]ts$' },
    },
    {
      name: 'modules-meet-at-services',
      severity: 'error',
      // A foreign key names the table it leads to.
      from: { path: '^apps/api/src/modules/([^/]+)/', pathNot: '[.]entity[.]ts$' },
      to: { path: '^apps/api/src/modules/.+[.](handlers|entity)[.]ts$', pathNot: '^apps/api/src/modules/$1/' },
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
      from: { path: '^(apps|packages)/[^/]+/src/', pathNot: '([.]test[.]tsx?$|/testing[.]tsx$)' },
      to: { path: '([.]test[.]tsx?$|/test/)' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(/dist/|/reports/|/[.]turbo/)' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node', 'default'] },
  },
}
