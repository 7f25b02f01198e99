import * as answers from './answers.ts'

/** The rules of answers.ts for the page, as this process runs them: both sides refuse in the same words. */
export const rulesScript = (): string =>
  Object.values(answers)
    .map(rule => `export ${rule}`)
    .join('\n\n')
