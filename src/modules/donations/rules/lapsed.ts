/** A donor who gave nothing for so many days has lapsed. */
export const LAPSED_DAYS = 365
