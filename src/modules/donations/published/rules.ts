/** A sum is shown to those who may not see gifts once so many different people are in it, and changes with so many more. */
export const FEWEST_GIVERS = 5
/** Shown in its place until then. */
export const NOT_YET = `Shown once ${FEWEST_GIVERS} people have given`

export const campaignKey = (id: string) => `campaign:${id}`

/** Whether what two published sums differ by tells about nobody: no gifts, or those of enough people. */
export const isSafe = (givers: number): boolean => givers === 0 || givers >= FEWEST_GIVERS
