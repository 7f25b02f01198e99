/** A block of a public page as a module draws it, and what the page around it needs. */
export interface ShownBlock {
  /** Escaped. */
  html: string
  /** Style sheets, by path. */
  styles?: readonly string[]
  /** Module scripts, by path. */
  scripts?: readonly string[]
  /** It plays films of our own. */
  playsFilms?: boolean
  /** What is wrong with it, after the name of the block: `choose a video`. */
  problem?: { message: string; isBlocking: boolean }
}
