/** The part of the settings that decides what is answered: it goes live only once the test questions pass. */
export interface Checked {
  threshold: number
  belowThreshold: 'handoff' | 'draft'
  escalateComplex: boolean
  doctrine: 'documents' | 'pastor'
  maxTurns: number
  useModel: boolean
}
export interface CaseResult {
  question: string
  passed: boolean
  /** What happened instead. */
  got: string
}
