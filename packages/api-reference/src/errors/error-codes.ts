import type { ErrorCode } from '@app/contract'
import type { DescribedCode } from './described-code.ts'
import { publicCodes } from './public-codes.ts'
import { staffCodes } from './staff-codes.ts'

/** Every `code` of a problem document. */
export const errorCodes = { ...publicCodes, ...staffCodes } satisfies Record<ErrorCode, DescribedCode>
