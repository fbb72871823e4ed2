export * from './labels.ts'
export { otherStateNames, stateCodes, stateNames } from './states.ts'
