export { callEveryOperation, type Contract, contractOf, type Outcome } from './every-operation.ts'
