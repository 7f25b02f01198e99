/** The carrier understood and refused; nothing has left. */
export class CarrierRefused extends Error {
  /** As Twilio numbers them: 21610 … */
  readonly code: string
  /** Worth another try later. */
  readonly temporary: boolean
  constructor(message: string, code: string, temporary = false) {
    super(message)
    this.code = code
    this.temporary = temporary
  }
}

/** Nobody knows what became of it: the carrier fell silent after it was asked. */
export class CarrierSilent extends Error {}
