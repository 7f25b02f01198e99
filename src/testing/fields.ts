import { aChurch } from './church.ts'

/** A church with a field of every type, one of them private. */
export async function withFields() {
  const church = await aChurch()
  const { staff, pastor } = church
  const sizes = ['Small', 'Medium', 'Large'].map(label => ({ label }))
  const made = {
    pledge: await staff.personFields.create({ label: 'Pledge card no.', type: 'text', group: 'Giving' }),
    story: await staff.personFields.create({ label: 'Story', type: 'long' }),
    years: await staff.personFields.create({ label: 'Years here', type: 'number' }),
    baptism: await staff.personFields.create({ label: 'Baptism date', type: 'date', group: 'Baptism' }),
    photo: await staff.personFields.create({ label: 'Photos allowed', type: 'yesno' }),
    shirt: await staff.personFields.create({ label: 'T-shirt size', type: 'choice', options: sizes }),
    serving: await staff.personFields.create({
      label: 'Serving at',
      type: 'choices',
      options: [{ label: 'Welcome' }, { label: 'Choir' }],
    }),
    allergies: await pastor.personFields.create({ label: 'Allergies', type: 'text', isPrivate: true }),
  }
  const id = Object.fromEntries(Object.entries(made).map(([name, field]) => [name, field.id])) as Record<
    keyof typeof made,
    string
  >
  return { church, made, id }
}
