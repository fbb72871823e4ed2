import { createContext, type ReactNode, use } from 'react'

/** A new secret and the text of its dialog. */
export interface ShownSecret {
  title: string
  label: string
  secret: string
  /** Explains the purpose of the secret. */
  children: ReactNode
}

/** The dialog belongs to the area rather than to a screen: Back leaves the screen, and the secret can't be shown again. */
export const SecretContext = createContext<(secret: ShownSecret) => void>(() => {})

export const useShowSecret = (): ((secret: ShownSecret) => void) => use(SecretContext)
