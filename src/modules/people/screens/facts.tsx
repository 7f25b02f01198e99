import { Anchor, Badge, Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useFormat } from '#ui/format.tsx'
import { Panel } from '#ui/panel.tsx'
import { statusLabel } from '#ui/status-badge.tsx'
import { toastError } from '#ui/toast.tsx'
import { api, client } from '#web/api.ts'
import { formatPartialDate, parsePartialDate } from '../rules/birthday.ts'
import { describeField, type FieldWith, labelField, listFields } from '../rules/standard-fields.ts'
import classes from './person.module.css'
import type { Person } from './person-fields.tsx'

/** How to reach them, where they live, and what they belong to. */
export function Facts({ person, mayWrite }: { person: Person; mayWrite: boolean }) {
  const { locale } = useFormat()
  const day = (text: string | null) => {
    const date = text ? parsePartialDate(text) : null
    return date ? formatPartialDate(date, locale) : text
  }
  const wordOf = (name: FieldWith<'shown', 'facts'>) => {
    const { kind } = describeField(name)
    const value = person[name]
    if (kind === 'partialDate') return day(value)
    if (kind === 'choice') return value && statusLabel(value)
    return kind === 'zone' ? value?.replaceAll('_', ' ') : value
  }
  const rows = listFields('shown', 'facts')
    .map(name => [labelField(name, 'screenLabel'), wordOf(name)])
    .filter(([, value]) => value)
  return (
    <Panel title="About">
      <dl className={classes.facts}>
        {person.points.length === 0 ? (
          <div>
            <dt>Contact</dt>
            <dd>No contact details yet</dd>
          </div>
        ) : null}
        {person.points.map(point => (
          <Contact key={point.id} personId={person.id} point={point} mayWrite={mayWrite} />
        ))}
        {person.addresses.map(address => (
          <Place key={address.id} address={address} />
        ))}
        {rows.map(([what, value]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <Labels title="Tags" name="tag" labels={person.tags} />
        <Labels title="Groups" name="group" labels={person.groups} />
      </dl>
    </Panel>
  )
}

function Place({ address }: { address: Person['addresses'][number] }) {
  const { label, street, street2, city, region, postalCode } = address
  return (
    <div>
      <dt>{statusLabel(label)} address</dt>
      <dd>{[street, street2, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')}</dd>
    </div>
  )
}

interface UnconfirmedProps {
  personId: string
  pointId: string
  mayWrite: boolean
}
/** Anyone who fills in a form can give any address: it opens no portal session until a member has confirmed it. */
function Unconfirmed({ personId, pointId, mayWrite }: UnconfirmedProps) {
  const queries = useQueryClient()
  const confirm = () =>
    client.people
      .confirmPoint({ id: personId, pointId })
      .catch(error => toastError(error, 'The address could not be confirmed'))
      .finally(() => queries.invalidateQueries({ queryKey: api.people.key() }))
  return (
    <Group gap="xs" component="span">
      <Text span size="xs" c="dimmed">
        Added by a form. Can’t be used to sign in to the portal until confirmed.
      </Text>
      {mayWrite ? (
        <Button size="compact-xs" variant="subtle" onClick={() => void confirm()}>
          Confirm
        </Button>
      ) : null}
    </Group>
  )
}

interface ContactProps {
  personId: string
  point: Person['points'][number]
  mayWrite: boolean
}
function Contact({ personId, point, mayWrite }: ContactProps) {
  const mail = point.kind === 'email'
  return (
    <div>
      <dt>
        {mail ? 'Email' : 'Phone'}, {point.label}
      </dt>
      <dd>
        <Anchor href={`${mail ? 'mailto' : 'tel'}:${point.valueNorm}`}>{point.value}</Anchor>
        {point.suppressed ? (
          <Text span size="xs" c="red" ml="xs">
            {statusLabel(point.suppressed === 'dnc' ? 'do not contact' : point.suppressed)}
          </Text>
        ) : null}
        {point.valid ? null : (
          <Text span size="xs" c="red" ml="xs">
            Invalid
          </Text>
        )}
        {point.unconfirmed ? <Unconfirmed personId={personId} pointId={point.id} mayWrite={mayWrite} /> : null}
      </dd>
    </div>
  )
}

function Labels({ title, name, labels }: { title: string; name: string; labels: { id: string; name: string }[] }) {
  if (labels.length === 0) return null
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <Group gap={4}>
          {labels.map(label => (
            <Badge
              key={label.id}
              component={Link}
              to={`/people?${name}=${label.id}`}
              variant="light"
              color="gray"
              tt="none"
              fw={500}
              style={{ cursor: 'pointer' }}
            >
              {label.name}
            </Badge>
          ))}
        </Group>
      </dd>
    </div>
  )
}
