import { type CardContact, type CardFormat, vcard } from '#people/rules/vcard.ts'
import type { CardFace } from './design.ts'

/** What a visitor saves from a card. */
export interface CardFacts extends CardFace {
  address?: { street: string; city: string; region: string; postalCode: string; country: string } | null
}

export const contactOf = ({
  firstName,
  lastName,
  title,
  organization,
  phone,
  email,
  website,
  address,
}: CardFacts): CardContact => ({
  firstName,
  lastName,
  title,
  organization,
  website,
  phones: phone ? [{ value: phone, label: 'work' }] : [],
  emails: email ? [{ value: email, label: 'work' }] : [],
  addresses: address ? [{ ...address, label: 'work' }] : [],
})

export const cardFile = (facts: CardFacts, version: CardFormat['version']): string =>
  vcard(contactOf(facts), { version, fold: true })
