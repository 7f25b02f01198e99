import { Button, Group, NumberInput, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Panel } from '#ui/panel.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { usualGroups } from '../rules/regulars.ts'

interface Count {
  group: string
  count: number
}

const withUsual = (groups: Count[], added: string[]): Count[] => {
  const names = [...new Set([...usualGroups, ...groups.map(one => one.group), ...added])]
  return names.map(group => ({ group, count: groups.find(one => one.group === group)?.count ?? 0 }))
}

/** How many were counted, by group. Only what was changed is saved, so two who count at once overwrite nothing. */
export function Headcount({ id, groups }: { id: string; groups: Count[] }) {
  const mayWrite = useMay('calendar.write')
  const [typed, setTyped] = useState<Record<string, number>>({})
  const [added, setAdded] = useState<string[]>([])
  const { run, busy } = useMutate({ keys: [api.attendance.get.key(), api.attendance.list.key()] })
  const rows = withUsual(groups, added)
  const changed = rows.flatMap(({ group, count }) =>
    typed[group] !== undefined && typed[group] !== count ? [{ group, count: typed[group] }] : [],
  )
  async function save() {
    if (await run(() => client.attendance.setHeadcount({ id, groups: changed }), { done: 'Saved' })) setTyped({})
  }
  return (
    <Panel title="Headcount">
      <Stack gap="sm">
        {rows.map(({ group, count }) => (
          <NumberInput
            key={group}
            label={group}
            min={0}
            max={1_000_000}
            allowDecimal={false}
            allowNegative={false}
            readOnly={!mayWrite}
            value={typed[group] ?? count}
            onChange={value => setTyped(all => ({ ...all, [group]: Number(value) || 0 }))}
          />
        ))}
        {mayWrite ? (
          <>
            <AddGroup onAdd={name => setAdded(names => [...names, name])} />
            <Button onClick={() => void save()} loading={busy} disabled={changed.length === 0}>
              Save headcount
            </Button>
          </>
        ) : null}
      </Stack>
    </Panel>
  )
}

function AddGroup({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('')
  function add() {
    if (name.trim()) onAdd(name.trim())
    setName('')
  }
  return (
    <Group gap="xs" align="end" wrap="nowrap">
      <TextInput
        label="Another group"
        placeholder="Youth"
        maxLength={40}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
        style={{ flex: 1 }}
      />
      <Button variant="default" onClick={add} disabled={!name.trim()}>
        Add
      </Button>
    </Group>
  )
}
