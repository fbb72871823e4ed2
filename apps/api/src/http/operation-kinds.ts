import { type Operation, operationTable } from '@app/contract'

export const isEventStream = ({ media }: Operation): boolean => media === 'text/event-stream'

/** True for operations that return an existing file. */
export const isFile = ({ media }: Operation): boolean => media === 'application/pdf' || media === 'image/png'

const isPublic = ({ security, navigation }: Operation): boolean => security.length === 0 && !navigation
const isForStaff = ({ security }: Operation): boolean => security.includes('staffSession')
const takesKey = ({ security }: Operation): boolean => security.includes('printKey')
const isForMembers = ({ security }: Operation): boolean => security.includes('memberSession')
const isPrint = ({ url }: Operation): boolean => url.startsWith('/v1/')
const isRedirect = ({ navigation, success }: Operation): boolean => navigation && success === 302

/** True for operations with a body other than plain JSON. Navigations read forms. */
export const takesOtherMedia = ({ bodyMedia, navigation }: Operation): boolean =>
  !navigation && bodyMedia !== '' && bodyMedia !== 'application/json'

/** Each operation appears once, by how it is served. */
export const publicOperations = operationTable.filter((one) => isPublic(one) && !isPrint(one))
export const publicPrintOperations = operationTable.filter((one) => isPublic(one) && isPrint(one))
export const keyOperations = operationTable.filter((one) => takesKey(one) && !isForMembers(one))
export const workspaceOperations = operationTable.filter((one) => takesKey(one) && isForMembers(one))
export const memberOperations = operationTable.filter((one) => !takesKey(one) && isForMembers(one))
export const staffOperations = operationTable.filter((one) => isForStaff(one) && !isEventStream(one))
export const eventOperations = operationTable.filter((one) => isForStaff(one) && isEventStream(one))
export const navigationOperations = operationTable.filter((one) => one.navigation && !isRedirect(one))
export const redirectOperations = operationTable.filter(isRedirect)
