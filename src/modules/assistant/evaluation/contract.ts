import { z } from 'zod'
import { ById, Id, line, member, Nothing, resource } from '#kernel/contract.ts'

/** What came of a test question. */
export const CaseResult = z.object({ question: z.string(), passed: z.boolean(), got: z.string() })
const Case = z.object({ id: Id, question: z.string(), expect: z.enum(['reply', 'handoff']), must: z.string() })
export type Case = z.infer<typeof Case>
export const NewCase = z.object({
  question: line(500).pipe(z.string().min(1, 'Please enter a question')),
  expect: z.enum(['reply', 'handoff']),
  must: line(200),
})
export type NewCase = z.infer<typeof NewCase>

const use = () => member('assistant.use')
const manage = () => member('assistant.settings')

export const evaluation = resource(
  '/assistant-tests',
  {
    list: use()
      .input(Nothing)
      .output(z.object({ items: z.array(Case) })),
    create: manage().input(NewCase).output(Case),
    remove: manage().input(ById).output(Nothing),
    run: manage()
      .input(Nothing)
      .output(z.object({ results: z.array(CaseResult) })),
  },
  {
    list: 'List test questions',
    create: 'Add a test question',
    remove: 'Delete a test question',
    run: 'Run the test questions',
  },
)
