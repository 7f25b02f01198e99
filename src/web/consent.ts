export const consentCookie = 'lampstand_consent'

export const consentText = 'Can we remember the screens you use most? One cookie saves your answer.'

/** Nothing optional is stored or counted before this is true. */
export const consented = () => document.cookie.split('; ').includes(`${consentCookie}=accepted`)

/** Whether someone has accepted or declined. @param cookies as a request brings them */
export const isAnswered = (cookies: string) => cookies.split('; ').some(pair => pair.startsWith(`${consentCookie}=`))
