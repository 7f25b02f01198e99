/** Of the page on which a guest moves or cancels their appointment. */
export const guestPath = (church: string, token: string) => `/book/${church}/appointment/${token}`
export const typePath = (church: string, slug: string) => `/book/${church}/${slug}`
