export const consentCookie = 'lampstand_consent'

export const consentText =
  'One cookie remembers your answer here. If you accept, this browser also remembers which screens you open most.'

/** Nothing optional is stored or counted before this is true. */
export const consented = () => document.cookie.split('; ').includes(`${consentCookie}=accepted`)
