import { Badge, Group } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { wordsOf } from '../fields/rules/answer.ts'
import { byGroup, type CustomField } from '../fields/rules/types.ts'
import { useCustomFields } from '../widgets/use-custom-fields.ts'
import classes from './person.module.css'
import type { Person } from './person-fields.tsx'

/** What the church keeps of its own about someone: a card for each heading, and nothing where nothing is known. */
export function CustomFacts({ person }: { person: Person }) {
  const { fields } = useCustomFields()
  const known = fields.filter(({ id }) => person.custom[id] !== undefined && person.custom[id] !== null)
  return byGroup(known).map(({ group, fields: some }) => (
    <Panel key={group} title={group || 'More details'}>
      <dl className={classes.facts}>
        {some.map(field => (
          <Known key={field.id} field={field} person={person} />
        ))}
      </dl>
    </Panel>
  ))
}

function Known({ field, person }: { field: CustomField; person: Person }) {
  const { locale } = useFormat()
  const answer = person.custom[field.id]
  return (
    <div>
      <dt>
        {field.label}
        {field.isPrivate ? (
          <IconLock size={12} stroke={1.75} className={classes.lock} aria-label="Pastors only" role="img" />
        ) : null}
      </dt>
      <dd className={field.type === 'long' ? classes.body : undefined}>
        {field.type === 'choices' ? (
          <Group gap={4}>
            {(answer as string[]).map(id => (
              <Badge key={id} variant="light" color="gray" tt="none" fw={500}>
                {field.options.find(option => option.id === id)?.label}
              </Badge>
            ))}
          </Group>
        ) : (
          wordsOf(field, answer, locale)
        )}
      </dd>
    </div>
  )
}
