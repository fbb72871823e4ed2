/** Days until a sandbox key expires, as set by the API. */
export const sandboxKeyDays = 14
