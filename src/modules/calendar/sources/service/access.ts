import { invalid } from '#kernel/failure.ts'
import { open, seal } from '#kernel/secrets.ts'
import type { Access } from '#providers/calendars/index.ts'
import { problemOfUrl } from '#providers/outbound/index.ts'
import type { SourceAccess } from '../contract.ts'

const SEALED_AS = 'calendar source'

export const sealAccess = (access: Access): string => seal(JSON.stringify(access), SEALED_AS)
export const openAccess = (sealed: string): Access => JSON.parse(open(sealed, SEALED_AS)) as Access

/** `webcal:` is how calendar programs write an address that is read by HTTPS. */
function checkedUrl(text: string | undefined): string {
  const url = URL.parse((text ?? '').replace(/^webcals?:/i, 'https:'))
  if (!url || !/^https?:$/.test(url.protocol)) throw invalid('url', 'Please enter an address like https://example.org/')
  const problem = problemOfUrl(url.href)
  if (problem) throw invalid('url', problem)
  return url.href
}

const needed = (field: keyof SourceAccess, value: string | undefined): string => {
  if (!value) throw invalid(field, 'Please fill this in')
  return value
}

/** What a kind of calendar needs, and nothing else. @throws BAD_REQUEST for the field */
export function checkedAccess(input: SourceAccess, sandboxName: string): Access {
  const { kind } = input
  if (kind === 'ics') return { url: checkedUrl(input.url) }
  if (kind === 'sandbox') return { username: sandboxName }
  if (kind === 'caldav')
    return {
      url: checkedUrl(input.url),
      username: needed('username', input.username),
      password: needed('password', input.password),
    }
  return {
    clientId: needed('clientId', input.clientId),
    clientSecret: needed('clientSecret', input.clientSecret),
    refreshToken: needed('refreshToken', input.refreshToken),
  }
}
