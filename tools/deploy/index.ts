export { kubernetes, readKustomization, settingsOf } from './manifests.ts'
export { dashboardQueries, labelsIn, metricsIn, rules } from './monitoring.ts'
export { pageMap, pagesOf } from './pages.ts'
