import { Group, MultiSelect, NumberInput, Select, Stack, Switch, Text } from '@mantine/core'
import { Panel } from '#ui/panel.tsx'
import { useMay } from '#web/me.tsx'
import type { PartProps } from './type-fields.tsx'
import { useResources } from './use-calendar.ts'

const assignmentLabels = [
  { value: 'single', label: 'One host: the first one available' },
  { value: 'round_robin', label: 'Round robin: hosts take turns' },
  { value: 'collective', label: 'Collective: all hosts together' },
  { value: 'seats', label: 'Seats: people sign up for dates' },
]
const safeguardLabels = [
  { value: 'none', label: 'None' },
  { value: 'two_adults', label: 'A second adult' },
  { value: 'glass_door', label: 'A room with a window in its door' },
  { value: 'either', label: 'A second adult or such a room' },
]

type Host = PartProps['form']['values']['hosts'][number]

export function Who({ form }: PartProps) {
  const mayHide = useMay('pastoral.read')
  return (
    <Panel title="Who and where">
      <Stack>
        <Hosts form={form} />
        <Places form={form} />
        <Select
          label="Safeguard"
          description="For counseling and for meetings with minors."
          allowDeselect={false}
          data={safeguardLabels}
          {...form.getInputProps('safeguard')}
        />
        {mayHide ? (
          <Switch
            label="Confidential: others see only the time"
            {...form.getInputProps('isConfidential', { type: 'checkbox' })}
            error={form.errors.isConfidential}
          />
        ) : null}
      </Stack>
    </Panel>
  )
}

function useOptions(kind: 'host' | 'room' | 'equipment') {
  const all = useResources().data?.items ?? []
  return all.filter(one => one.kind === kind).map(one => ({ value: one.id, label: one.name }))
}

function Hosts({ form }: PartProps) {
  const options = useOptions('host')
  const { hosts, assignment } = form.values
  const setHosts = (ids: string[]) =>
    form.setFieldValue(
      'hosts',
      ids.map(id => hosts.find(host => host.resourceId === id) ?? { resourceId: id, weight: 1, priority: 0 }),
    )
  const setHost = (id: string, part: Partial<Host>) =>
    form.setFieldValue(
      'hosts',
      hosts.map(host => (host.resourceId === id ? { ...host, ...part } : host)),
    )
  return (
    <>
      <Select
        label="Who meets the guest"
        allowDeselect={false}
        data={assignmentLabels}
        {...form.getInputProps('assignment')}
      />
      <MultiSelect
        label="Hosts"
        searchable
        data={options}
        value={hosts.map(host => host.resourceId)}
        onChange={setHosts}
        error={form.errors.hosts}
      />
      {assignment === 'round_robin'
        ? hosts.map(host => (
            <Turn
              key={host.resourceId}
              host={host}
              name={options.find(one => one.value === host.resourceId)?.label ?? ''}
              onChange={part => setHost(host.resourceId, part)}
            />
          ))
        : null}
    </>
  )
}

interface TurnProps {
  host: Host
  name: string
  onChange: (part: Partial<Host>) => void
}

/** How often it is a host's turn. */
function Turn({ host, name, onChange }: TurnProps) {
  const common = { size: 'xs', min: 0, max: 100 }
  return (
    <Group grow align="end">
      <Text size="sm">{name}</Text>
      <NumberInput
        label="Weight"
        {...common}
        value={host.weight}
        onChange={value => onChange({ weight: Number(value) })}
      />
      <NumberInput
        label="Priority"
        {...common}
        value={host.priority}
        onChange={value => onChange({ priority: Number(value) })}
      />
    </Group>
  )
}

function Places({ form }: PartProps) {
  return (
    <>
      <MultiSelect
        label="Rooms"
        description="Each booking takes one that is available."
        searchable
        data={useOptions('room')}
        {...form.getInputProps('roomIds')}
      />
      <MultiSelect
        label="Equipment"
        description="Each booking takes all of it."
        searchable
        data={useOptions('equipment')}
        {...form.getInputProps('equipmentIds')}
      />
    </>
  )
}
