export { pageMap, pagesOf } from './pages.ts'
