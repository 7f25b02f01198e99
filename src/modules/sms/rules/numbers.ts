/** A number as people read it from a wall. */
export const readable = (number: string) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3')
