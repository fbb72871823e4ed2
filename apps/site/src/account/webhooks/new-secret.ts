/** A secret that was just made, with a title that says what it is for. */
export interface NewSecret {
  title: string
  secret: string
}
