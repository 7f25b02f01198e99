/** How the demo church is reached: everything in the demo that names an address of it takes it from here. */
export const demoChurch = {
  name: 'Grace Community Church',
  /** Of its emails and its website. */
  domain: 'grace.example',
  website: 'https://grace.example',
  email: 'office@grace.example',
  /** Its own number, which takes texts and calls. */
  phone: '+15125550215',
  address: { street: '12 Church Road', street2: '', city: 'Cedar Falls', region: 'TX', postalCode: '78701' },
} as const
