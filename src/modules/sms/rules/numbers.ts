/** A number as people read it from a wall. */
export const readable = (number: string) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')

/** Prefixes that are registered in another way: toll-free ones. */
const tollFree = /^\+1(800|833|844|855|866|877|888)/
/** Whether phone companies ask for a 10DLC registration. */
export const isLocal = (number: string) => /^\+1\d{10}$/.test(number) && !tollFree.test(number)
