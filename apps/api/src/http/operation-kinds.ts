import { type Operation, operationTable } from '@app/contract'

/** Answers with events that arrive one by one, for as long as somebody reads. */
export const isEventStream = ({ media }: Operation): boolean => media === 'text/event-stream'

/** Takes a body that is not plain JSON. */
const takesOtherMedia = ({ bodyMedia }: Operation): boolean => bodyMedia !== '' && bodyMedia !== 'application/json'

const isPublic = ({ security, navigation }: Operation): boolean => security.length === 0 && !navigation
const isForStaff = ({ security }: Operation): boolean => security.length > 0

/** Every operation once, by how it is served. */
export const publicOperations = operationTable.filter((operation) => isPublic(operation) && !takesOtherMedia(operation))
export const otherMediaOperations = operationTable.filter(
  (operation) => isPublic(operation) && takesOtherMedia(operation),
)
export const staffOperations = operationTable.filter((operation) => isForStaff(operation) && !isEventStream(operation))
export const eventOperations = operationTable.filter((operation) => isForStaff(operation) && isEventStream(operation))
export const navigationOperations = operationTable.filter(({ navigation }) => navigation)
