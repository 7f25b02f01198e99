/** More bytes came than the limit allows; nothing was kept. */
export class TooLarge extends Error {}

/** Nothing is kept under that key. */
export class Missing extends Error {}
