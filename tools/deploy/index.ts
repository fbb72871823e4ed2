export { kubernetes, readKustomization, settingsOf } from './manifests.ts'
export { dashboardQueries, metricsIn, rules } from './monitoring.ts'
export { pageMap, pagesOf } from './pages.ts'
