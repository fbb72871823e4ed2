export { callEveryOperation, type Outcome } from './every-operation.ts'
