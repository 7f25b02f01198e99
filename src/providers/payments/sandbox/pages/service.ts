import { Declined, GatewayRefused } from '../../rules/errors.ts'
import { act, approve, complete } from '../engine/service.ts'
import { type Checkout, choicesOf, declineText, type OutcomeName, outcome, ownerOf } from '../rules.ts'
import { accountWith, inSandbox, known } from '../store/service.ts'
import { wake } from '../timer/service.ts'

/** There is no such page. */
export class NoPage extends Error {}

async function accountOfPage(id: string): Promise<string> {
  const account = await inSandbox(db => accountWith(db, 'checkout', id))
  if (!account) throw new NoPage(id)
  return account
}

/** What a page shows. */
export async function payPage(id: string): Promise<Checkout & { gateway: string; choices: OutcomeName[] }> {
  const account = await accountOfPage(id)
  const { data } = await act(account, db => known(db, 'checkout', account, id))
  return { ...data, gateway: ownerOf(account).gateway, choices: choicesOf(data) }
}

export type Answer = { to: string } | { confirm: true }

/** What someone chose there; chosen twice, it is paid once. @throws Declined as the bank would */
export async function choose(id: string, name: OutcomeName, confirmed: 'yes' | 'no' | null = null): Promise<Answer> {
  const account = await accountOfPage(id)
  const answer = await act(account, async db => {
    const page = await known(db, 'checkout', account, id)
    const { data } = page
    const to = data.returnUrl.replace('{CHECKOUT_SESSION_ID}', id)
    if (data.status === 'complete' || data.status === 'approved') return { to }
    if (data.status === 'expired') throw new GatewayRefused('This page has expired.')
    if (!choicesOf(data).includes(name)) throw new GatewayRefused('This method is not offered here.')
    const { declines, confirms } = outcome(name)
    if (declines) throw new Declined(declines, declineText[declines])
    if (confirms && confirmed === null) return { confirm: true as const }
    if (confirms && confirmed === 'no')
      throw new Declined('authentication_required', declineText.authentication_required)
    await (ownerOf(account).gateway === 'paypal' ? approve : complete)(db, page, name)
    return { to }
  })
  wake()
  return answer
}
