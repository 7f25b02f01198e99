import { GatewayRefused } from '../rules/errors.ts'
import type { Answer } from './asking.ts'

/** @returns what PayPal answered, also where it refused */
export type Call = (method: 'GET' | 'POST', path: string, sent?: { body?: object; key?: string }) => Promise<Answer>

export const issueOf = ({ body }: Answer): string => body.details?.[0]?.issue ?? body.name ?? ''

/** @throws GatewayRefused where it refused */
export function good(answer: Answer): Answer {
  if (answer.status < 400) return answer
  const issue = issueOf(answer)
  if (answer.status === 401) throw new GatewayRefused('PayPal did not accept these credentials.', 'clientSecret')
  const field = /AMOUNT|FULLY_REFUNDED/.test(issue) ? 'amount' : null
  throw new GatewayRefused(answer.body.message || `PayPal refused: ${issue || answer.status}.`, field)
}
