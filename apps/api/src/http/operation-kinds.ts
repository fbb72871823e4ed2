import { type Operation, operationTable } from '@app/contract'

/** Answers with events that arrive one by one, for as long as somebody reads. */
export const isEventStream = ({ media }: Operation): boolean => media === 'text/event-stream'

/** Answers with a file that exists already. */
export const isFile = ({ media }: Operation): boolean => media === 'application/pdf' || media === 'image/png'

/** Takes a body that is not plain JSON. */
const takesOtherMedia = ({ bodyMedia }: Operation): boolean => bodyMedia !== '' && bodyMedia !== 'application/json'

const isPublic = ({ security, navigation }: Operation): boolean => security.length === 0 && !navigation
const isForStaff = ({ security }: Operation): boolean => security.includes('staffSession')
const takesKey = ({ security }: Operation): boolean => security.includes('printKey')
const isForMembers = ({ security }: Operation): boolean => security.includes('memberSession')
const isPrint = ({ url }: Operation): boolean => url.startsWith('/v1/')

/** Every operation once, by how it is served. */
export const publicOperations = operationTable.filter(
  (operation) => isPublic(operation) && !takesOtherMedia(operation) && !isPrint(operation),
)
export const publicPrintOperations = operationTable.filter(
  (operation) => isPublic(operation) && !takesOtherMedia(operation) && isPrint(operation),
)
export const otherMediaOperations = operationTable.filter(
  (operation) => isPublic(operation) && takesOtherMedia(operation),
)
export const keyOperations = operationTable.filter(
  (operation) => takesKey(operation) && !isForMembers(operation) && !takesOtherMedia(operation),
)
export const workspaceOperations = operationTable.filter((operation) => takesKey(operation) && isForMembers(operation))
export const memberOperations = operationTable.filter((operation) => !takesKey(operation) && isForMembers(operation))
export const uploadOperations = operationTable.filter((operation) => takesKey(operation) && takesOtherMedia(operation))
export const staffOperations = operationTable.filter((operation) => isForStaff(operation) && !isEventStream(operation))
export const eventOperations = operationTable.filter((operation) => isForStaff(operation) && isEventStream(operation))
const isRedirect = ({ navigation, success }: Operation): boolean => navigation && success === 302
export const navigationOperations = operationTable.filter((operation) => operation.navigation && !isRedirect(operation))
export const redirectOperations = operationTable.filter(isRedirect)
