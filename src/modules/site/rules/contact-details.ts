import details from '../data/contact.json' with { type: 'json' }

export interface ContactDetails {
  /** Lines of a postal address. */
  address: string[]
  phone: string
  email: string
  hours: string
}

/** How to reach the people who run this installation: they edit site/data/contact.json. */
export const contactDetails: ContactDetails = details
