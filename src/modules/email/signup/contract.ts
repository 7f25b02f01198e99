import { z } from 'zod'
import { Email } from '#clients/contract.ts'
import { line, publicOf, resource } from '#kernel/contract.ts'

const Token = z.object({ token: z.string().min(1).max(2_000) })
const Church = z.object({ church: z.string().min(1).max(100) })

/** What the page posts. */
export const SignUpForm = z.object({ email: Email, name: line(200).default('') })

export const SignUpPage = z.object({
  business: z.string(),
  topics: z.array(z.object({ key: z.string(), name: z.string(), description: z.string() })),
})
export const Confirming = z.object({
  email: z.string(),
  business: z.string(),
  topic: z.string(),
  confirmed: z.boolean(),
})
export type Confirming = z.infer<typeof Confirming>

/** The page on which someone opts in, and the one on which they say that it was them. */
export const newsletterSignup = resource(
  '/newsletter-signup',
  {
    page: publicOf('church').input(Church).output(SignUpPage),
    confirming: publicOf('token').input(Token).output(Confirming),
  },
  { page: 'Get a public sign-up page', confirming: 'Get the confirmation page of a sign-up' },
  ['page', 'confirming'],
)
