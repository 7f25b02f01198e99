const format = (n: number) => n.toLocaleString('en-US')

/** "1 note", "3 notes". */
export const countInWords = (n: number, one: string, many = `${one}s`): string => `${format(n)} ${n === 1 ? one : many}`

/** The same of what comes along in a merge; undefined where there is none. */
export const belongingInWords = (n: number, one: string, many?: string): string | undefined =>
  n > 0 ? countInWords(n, one, many) : undefined
