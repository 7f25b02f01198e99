/** A regular came in at least so many weeks … */
export const REGULAR_WEEKS = 4
/** … of so many before their last check-in, that one included. */
export const REGULAR_OF = 8
/** Weeks missed in a row after which a regular is listed. */
export const USUAL_MISSED = 3
/** A first check-in is a first visit only of someone who was added to the church within so many days before. */
export const NEW_FOR_DAYS = 60
/** The check-in page of a service opens so many minutes before it starts. */
export const OPENS_MINUTES = 60
/** Staff can check people in from so many hours before. */
export const STAFF_OPENS_HOURS = 24
/** Offered where a church has no groups of its own yet. */
export const usualGroups = ['Adults', 'Children', 'Online'] as const

export const sources = ['staff', 'phone', 'card', 'import'] as const
/** Who checked them in: staff, they themselves by phone number or by card, or rows from elsewhere. */
export type Source = (typeof sources)[number]
