/** The notice was not signed by the gateway, or too long ago. */
export class BadSignature extends Error {
  override name = 'BadSignature'
}

/** The payer's bank said no. */
export class Declined extends Error {
  override name = 'Declined'
  /** e.g. `insufficient_funds`, `expired_card` */
  code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/** The gateway answered that it won't do this; asked again, it says the same. */
export class GatewayRefused extends Error {
  override name = 'GatewayRefused'
  /** The setting at fault, e.g. `secretKey`. */
  field: string | null
  constructor(message: string, field: string | null = null) {
    super(message)
    this.field = field
  }
}

/** It didn't answer, or answered nonsense: whether it did what it was asked is not known. */
export class GatewayUnavailable extends Error {
  override name = 'GatewayUnavailable'
}
