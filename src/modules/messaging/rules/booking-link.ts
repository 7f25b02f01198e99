/** Where a church's appointments are booked: its list of types, or one of them. @param origin without a slash at its end */
export const bookingLink = (origin: string, church: string, type = ''): string =>
  `${origin}/book/${church}${type && `/${type}`}`
