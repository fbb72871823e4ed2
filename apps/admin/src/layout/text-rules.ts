import { linePattern } from '@app/api-client'

/** For a name: something visible, and no control characters. */
export const requiredLine = (message: string) => (value: string) => {
  if (!value.trim()) return message
  return linePattern.test(value.trim()) ? null : 'Please use printable letters, digits and symbols'
}
