import { Group, Radio, Text } from '@mantine/core'
import { useFormat } from '#ui/format.tsx'
import { Initials } from '#ui/initials.tsx'
import { Panel } from '#ui/panel.tsx'
import { phoneText } from '../rules/phone-text.ts'
import classes from './merge.module.css'
import type { Merging, Place, Preview } from './use-merge.ts'

interface MergeSidesProps {
  merging: Merging
  preview: Preview
}

/** The two, side by side: one stays. */
export function MergeSides({ merging: { stays, setStays, sideOf }, preview }: MergeSidesProps) {
  return (
    <Panel title="Keep">
      <Radio.Group label="Keep" classNames={{ label: classes.unseen }} value={stays} onChange={setStays}>
        <div className={classes.sides}>
          {(['first', 'second'] as const).map(place => (
            <Side key={place} place={place} person={preview[sideOf(place)]} stays={stays === place} />
          ))}
        </div>
      </Radio.Group>
    </Panel>
  )
}

interface SideProps {
  place: Place
  person: Preview['kept']
  stays: boolean
}

function Side({ place, person, stays }: SideProps) {
  const { date } = useFormat()
  const { name, email, phone, createdAt } = person
  return (
    <Radio.Card value={place} className={classes.side} radius="md" aria-label={`Keep ${name}`}>
      <Radio.Indicator mt={2} />
      <div className={classes.who}>
        <Group gap="xs" wrap="nowrap">
          <Initials name={name} size="sm" />
          <Text fw={600}>{name}</Text>
        </Group>
        {email ? <Text size="sm">{email}</Text> : null}
        {phone ? <Text size="sm">{phoneText(phone)}</Text> : null}
        {email || phone ? null : <Text size="sm">No address or number</Text>}
        <Text size="sm" c="dimmed">
          {stays ? 'Kept' : 'Merged into the other'}, added on {date(createdAt)}
        </Text>
      </div>
    </Radio.Card>
  )
}
