/** What a church's page tells the script of its chat. */
export interface ChatWindow {
  form: string
  /** The browser's storage keeps the conversation under this name. */
  kept: string
  title: string
  label: string
  lead: string
  welcome: string
  /** Who greets. */
  who: string
  /** What is asked of someone before their first message: nothing, name, both. */
  ask: string
  privacy?: string
  /** Says since when this window is open. */
  pass?: string
  /** A button in the corner of another site. */
  embedded?: boolean
  /** A page of its own, which is always open. */
  page?: boolean
  /** A look at it in the settings: nothing can be sent. */
  preview?: boolean
}
