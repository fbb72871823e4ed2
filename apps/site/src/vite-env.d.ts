/// <reference types="vite/client" />
interface ImportMetaEnv {
  /** Origin of the API; empty or absent when it is the page's own. */
  readonly VITE_API_URL?: string
}
