interface Address {
  street: string
  street2: string
  city: string
  region: string
  postalCode: string
}

/** The postal address that the law wants under a newsletter, in one line; empty where it is not whole. */
export function addressLine(address: Address | null): string {
  if (!address?.street || !address.city) return ''
  const { street, street2, city, region, postalCode } = address
  return [street, street2, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** p••@example.org: enough for its owner, too little for someone whom the mail was forwarded to. */
export function masked(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}••@${domain}`
}
