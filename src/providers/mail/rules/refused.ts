/** The server answered that it will not take this mail, so nothing has left. */
export class MailRefused extends Error {
  /** Worth another try later (SMTP 4xx, no connection). */
  readonly temporary: boolean
  /** It is about the mailbox: there is none (hard), or it is full or away (soft). */
  readonly bounce?: 'hard' | 'soft'
  constructor(message: string, temporary: boolean, bounce?: 'hard' | 'soft') {
    super(message)
    this.temporary = temporary
    this.bounce = bounce
  }
}
