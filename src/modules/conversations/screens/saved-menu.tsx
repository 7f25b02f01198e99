import { ActionIcon, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBolt } from '@tabler/icons-react'
import { ManageSaved } from './manage-saved.tsx'
import { type Macro, type Snippet, useMacros, useSnippets } from './use-saved.ts'

interface SavedMenuProps {
  onSnippet: (snippet: Snippet) => void
  onMacro: (macro: Macro) => void
}

/** Saved answers to put in, macros to run, and where both are kept. */
export function SavedMenu({ onSnippet, onMacro }: SavedMenuProps) {
  const [managing, { open, close }] = useDisclosure(false)
  const [snippets, macros] = [useSnippets(), useMacros()]
  return (
    <>
      <Menu position="top-start" withinPortal>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label="Saved replies and macros">
            <IconBolt size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
          <Menu.Label>Saved replies</Menu.Label>
          {snippets.length === 0 ? (
            <Text size="sm" c="dimmed" px="sm">
              None yet
            </Text>
          ) : null}
          {snippets.map(one => (
            <Menu.Item
              key={one.id}
              rightSection={one.shortcut ? <Text size="xs" c="dimmed">{`/${one.shortcut}`}</Text> : null}
              onClick={() => onSnippet(one)}
            >
              {one.name}
            </Menu.Item>
          ))}
          {macros.length > 0 ? <Menu.Label>Macros</Menu.Label> : null}
          {macros.map(one => (
            <Menu.Item key={one.id} onClick={() => onMacro(one)}>
              {one.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={open}>Manage</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {managing ? <ManageSaved onClose={close} /> : null}
    </>
  )
}
