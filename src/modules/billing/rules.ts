/** Days of the free trial; no card is needed for it. */
export const TRIAL_DAYS = 14
/** Days in which an annual plan can be given back. */
export const ANNUAL_REFUND_DAYS = 30
