export { kubernetes, readKustomization, settingsOf } from './manifests.ts'
export { pageMap, pagesOf } from './pages.ts'
