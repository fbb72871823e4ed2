import { isLine } from '@app/contract/formats'

/** For a name: something visible, and no control characters. */
export const requiredLine = (message: string) => (value: string) => {
  if (!value.trim()) return message
  return isLine(value.trim()) ? null : 'Please use printable letters, digits and symbols'
}
