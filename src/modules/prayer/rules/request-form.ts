import { z } from 'zod'
import { cardNumberProblems } from '#card-numbers/rules.ts'
import { LONGEST, SHORTEST, type Visibility, visibilities } from './options.ts'
import { withoutLinks } from './words.ts'

export interface RequestForm {
  name: string
  email: string
  request: string
  category: string
  visibility: Visibility
  anonymous: boolean
  notify: boolean
}

/** What a visitor sent, without links, and what is wrong with it by field. */
export function readForm(sent: Pick<URLSearchParams, 'get'>): {
  value: RequestForm
  problems: Record<string, string>
} {
  const field = (name: string, most: number) =>
    (sent.get(name) ?? '')
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
      .trim()
      .slice(0, most)
  const value: RequestForm = {
    name: field('name', 120).replace(/\s+/g, ' '),
    email: field('email', 254),
    category: field('category', 60),
    request: withoutLinks(field('request', LONGEST * 6)),
    visibility: visibilities.find(one => one === sent.get('visibility')) ?? 'staff',
    anonymous: sent.get('anonymous') === '1',
    notify: sent.get('notify') === '1',
  }
  const problems: Record<string, string> = {}
  if (value.request.length < SHORTEST) problems.request = `Please write at least ${SHORTEST} characters`
  if (value.request.length > LONGEST)
    problems.request = `Please keep this under ${LONGEST.toLocaleString('en-US')} characters`
  if (value.email && !z.email().safeParse(value.email).success) problems.email = 'Please enter a full email address'
  if (value.notify && !value.email) problems.email = 'Please enter an email address, or turn the emails off'
  Object.assign(problems, cardNumberProblems({ name: value.name, email: value.email, request: value.request }))
  return { value, problems }
}
