import { z } from 'zod'
import { line } from '#kernel/contract.ts'

export const questionTypes = ['text', 'long', 'choice', 'yes_no'] as const
/** What a guest is asked when they book. */
export const Question = z.object({
  key: z.string().regex(/^[a-z][a-z0-9_]{0,39}$/, 'Please use small letters, digits and _'),
  label: line(200).refine(text => text.length > 0, 'Please enter the question'),
  type: z.enum(questionTypes),
  required: z.boolean().default(false),
  options: z.array(line(100)).max(30).default([]),
})
export type Question = z.infer<typeof Question>

export const Answers = z.record(z.string(), z.string().max(5_000))
export type Answers = z.infer<typeof Answers>

/** What is wrong with the answers, by question; what was not asked is left out of `answers`. */
export function readAnswers(questions: readonly Question[], given: Record<string, string | undefined>) {
  const problems: Record<string, string> = {}
  const answers: Answers = {}
  for (const { key, type, required, options } of questions) {
    const value = (given[key] ?? '').trim().slice(0, type === 'long' ? 5_000 : 500)
    if (!value && required) problems[key] = 'Please fill this in'
    if (value && type === 'choice' && !options.includes(value)) problems[key] = 'Please choose one of these'
    if (value && type === 'yes_no' && !['yes', 'no'].includes(value)) problems[key] = 'Please choose one of these'
    if (value) answers[key] = value
  }
  return { answers, problems }
}
