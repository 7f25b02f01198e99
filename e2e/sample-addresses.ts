import { keyed, type SampleId } from '#kernel/modules.ts'
import { type Person, person, send } from '../src/testing/processes/person.ts'
import { linkIn, mailTo, newAddress, origin } from './fixtures.ts'

/** The demo church's owner. */
export async function openDemo(): Promise<Person> {
  const { body: session } = await send(`${origin()}/auth/v1/demo`, { method: 'POST' })
  const known = { email: session.user.email, token: session.access_token, userId: session.user.id, session }
  const unsure = person(origin(), { ...known, clientId: '' })
  const { accounts } = await unsure.ask('GET', '/rest/v1/clients/mine')
  return person(origin(), { ...known, clientId: accounts.find((one: any) => !one.house).id })
}

/** Addresses with parameters that modules name in `sampleIds`, with a leading slash. */
export const sampledAddresses = (): string[] => [...keyed('sampleIds').keys()].map(address => `/${address}`)

/** An address with samples of the demo church for its parameters. */
export async function sampleAddress(address: string, owner: Person): Promise<string> {
  if (!address.includes(':')) return address
  const sample = keyed('sampleIds').get(address.slice(1))
  if (sample) return filled(address, sample, owner)
  const made = await makers.find(([start]) => address.startsWith(start))?.[1](address, owner)
  if (!made) throw new Error(`${address} needs a sample: add it to sampleIds of its module.ts`)
  return made
}

async function filled(address: string, sample: SampleId, owner: Person): Promise<string> {
  if ('values' in sample) return address.replace(/:(\w+)/g, (_, name) => sample.values[name]!)
  const { list, fields = {}, having, lacking } = sample
  const body: Record<string, unknown> = await owner.ask('GET', `/rest/v1${list}`)
  const items = Object.values(body).find(Array.isArray) ?? []
  const item = items.find(one => (!having || one[having]) && (!lacking || !one[lacking]))
  if (!item) throw new Error(`the demo church has no sample for ${address} in ${list}`)
  const at = (field: string) => field.split('.').reduce((value, part) => value[part], item)
  return address.replace(/:(\w+)/g, (_, name) => at(fields[name] ?? 'id'))
}

/** What no list has: a draft to edit, and links that were mailed to a reader. */
const makers: [start: string, make: (address: string, owner: Person) => Promise<string>][] = [
  ['/dashboard/campaigns/:', draft],
  ['/unsubscribe/:', newsletterLink],
  ['/confirm/:', confirmLink],
  ['/preferences/:', preferencesLink],
]

async function draft(address: string, owner: Person): Promise<string> {
  const { id } = await owner.ask('POST', '/rest/v1/email-campaigns', { name: 'Checked', template: 'weekly' })
  return address.replace(':id', id)
}

async function newsletterLink(): Promise<string> {
  const caught = await (await fetch(`${origin()}/rest/v1/outbox/caught`)).json()
  const { text } = caught.items.find((one: any) => one.kind === 'newsletter')
  return new URL(/http\S+\/unsubscribe\/\S+/.exec(text)![0]).pathname
}

async function confirmLink(_: string, owner: Person): Promise<string> {
  const { accounts } = await owner.ask('GET', '/rest/v1/clients/mine')
  const to = newAddress('reader')
  const body = new URLSearchParams({ email: to, topic: 'prayer-letter' })
  const at = `${origin()}/subscribe/${accounts.find((one: any) => !one.house).slug}`
  await fetch(at, { method: 'POST', body, redirect: 'manual' })
  return new URL(linkIn(await mailTo(to, /Please confirm/), '/confirm/')).pathname
}

async function preferencesLink(_: string, owner: Person): Promise<string> {
  const to = newAddress('reader')
  const { items } = await owner.ask('GET', '/rest/v1/campaigns?channel=email&state=sent')
  await owner.ask('POST', `/rest/v1/email-campaigns/${items[0].id}/test`, { to: [to] })
  return new URL(linkIn(await mailTo(to, /^Test:/), '/preferences/')).pathname
}
