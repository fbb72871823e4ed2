export { kubernetes, readKustomization, settingsOf } from './manifests.ts'
export { pageMap } from './pages.ts'
