/** What someone wrote to the account, once it is stored. */
export interface InboundText {
  messageId: string
  /** Normalized address or number of the person who wrote. */
  from: string
  text: string
  /** What is folded under a mail and was in no earlier mail with this address. */
  folded?: string
  /** A machine wrote it: nothing of ours answers it by itself. */
  automatic: boolean
  /** What the carrier read it as: its word counts, whatever the text says. */
  word?: 'stop' | 'start' | 'help'
  /** The carrier has answered that word itself. */
  answered?: boolean
}
