import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { Panel } from '#ui/panel.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { problemsFrom } from '../rules/ivr.ts'
import { MenuDrawing } from './menu-drawing.tsx'
import { MenuEditor } from './menu-editor.tsx'
import { MenuProblems } from './menu-problems.tsx'
import type { MenuData } from './number.tsx'
import type { OwnNumber } from './numbers.tsx'
import classes from './twilio.module.css'

interface MenusProps {
  data: MenuData
  number: OwnNumber
}

/** Every menu of the account, each as a drawing; those of this number first. */
export function Menus({ data, number }: MenusProps) {
  const [editing, setEditing] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const open = (id: string) => {
    setRound(round + 1)
    setEditing(id)
  }
  const mine = new Set([
    ...(number.voiceRoute === 'menu' ? [number.menuId] : []),
    ...(number.byHours && number.closedRoute === 'menu' ? [number.closedMenuId] : []),
  ])
  const items = [...data.items].sort((a, b) => Number(mine.has(b.id)) - Number(mine.has(a.id)))
  return (
    <Panel
      title="Menus"
      actions={
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          onClick={() => open('new')}
        >
          New menu
        </Button>
      }
    >
      {items.length === 0 ? (
        <Text c="dimmed" size="sm">
          A phone menu plays a greeting and lets callers choose: 1 for the office, 2 for service times. Add one, then
          choose it for this number.
        </Text>
      ) : (
        <ul className={classes.list} aria-label="Menus">
          {items.map(menu => (
            <MenuRow key={menu.id} data={data} menu={menu} here={mine.has(menu.id)} onEdit={() => open(menu.id)} />
          ))}
        </ul>
      )}
      <MenuEditor
        key={round}
        data={data}
        menu={data.items.find(one => one.id === editing)}
        opened={editing !== null}
        onClose={() => setEditing(null)}
      />
    </Panel>
  )
}

interface RowProps {
  data: MenuData
  menu: MenuData['items'][number]
  /** This number leads to it. */
  here: boolean
  onEdit: () => void
}

function MenuRow({ data, menu, here, onEdit }: RowProps) {
  const act = useAct(api.voiceMenus.key(), api.phoneNumbers.key())
  const problems = problemsFrom(data.items as never, menu.id)
  const remove = async () => {
    const sure = await confirm({
      title: `Delete “${menu.name}”?`,
      text: 'Callers can no longer reach it. This can’t be undone.',
      confirm: 'Delete the menu',
      danger: true,
    })
    if (sure) await act(() => client.voiceMenus.remove({ id: menu.id }), 'Menu deleted')
  }
  return (
    <li className={classes.menu}>
      <Stack gap="xs">
        <Group gap="xs">
          <div className={classes.grow}>
            <Title order={3} size="h4">
              {menu.name}
            </Title>
            {here ? (
              <Text size="xs" c="dimmed">
                Used by this number
              </Text>
            ) : null}
          </div>
          <Button size="compact-sm" variant="default" aria-label={`Edit ${menu.name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={`Delete ${menu.name}`}
            onClick={() => void remove()}
          >
            Delete
          </Button>
        </Group>
        <Text size="sm" c="dimmed" className={classes.words}>
          “{menu.greeting}”
        </Text>
        <MenuDrawing data={data} root={menu.id} />
        <MenuProblems items={problems} />
      </Stack>
    </li>
  )
}
