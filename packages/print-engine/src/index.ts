export { specimenImb } from './codes/specimen.ts'
export { compiledTemplates } from './compiled-templates.ts'
export { printFonts } from './layout/print-fonts.ts'
