export { specimenImb } from './codes/service-types.ts'
export { compiledTemplates } from './compiled-templates.ts'
