import { ActionIcon, Divider, Group, Menu, Text, Title, Tooltip } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowUp,
  IconBrush,
  IconClipboardCheck,
  IconCopy,
  IconCornerDownRight,
  IconTrash,
} from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { inputsOf } from '../rules/field-list.ts'
import { nameOf } from '../rules/plugged.ts'
import type { Breakpoint, Styles } from '../rules/style.ts'
import { Inputs, type Values } from './block-inputs.tsx'
import { ShareSection } from './share-section.tsx'
import { StyleInputs } from './style-inputs.tsx'
import { useBlocks } from './use-blocks.ts'

/** What was copied from a block, for the next one. */
let copied: Styles | undefined

/** The selected block: what can be done with it, its properties, its look. */
export function BlockPanel({ breakpoint }: { breakpoint: Breakpoint }) {
  const blocks = useBlocks()
  const { selected, set } = blocks
  if (!selected)
    return (
      <Text size="sm" c="dimmed">
        Select an element to edit its properties
      </Text>
    )
  const { styles } = selected.props
  return (
    <>
      <Title order={3} size="h5">
        {nameOf(selected)}
      </Title>
      <Tools blocks={blocks} />
      <Inputs
        key={selected.props.id}
        inputs={inputsOf[selected.type]}
        values={selected.props as unknown as Values}
        onChange={set}
      />
      <ShareSection key={`share ${selected.props.id}`} blocks={blocks} />
      <Divider my="md" label="Look" labelPosition="left" />
      <StyleInputs
        key={`${selected.props.id} ${breakpoint}`}
        styles={styles}
        breakpoint={breakpoint}
        onChange={next => set({ styles: next })}
      />
    </>
  )
}

/** What can be done with a block, by button and by key. */
function Tools({ blocks }: { blocks: ReturnType<typeof useBlocks> }) {
  const [, again] = useState(0)
  const { selected, set } = blocks
  const copy = () => {
    copied = selected?.props.styles ?? {}
    again(count => count + 1)
  }
  return (
    <Group gap={4} my="xs" role="toolbar" aria-label="Element">
      <Act
        label="Move up"
        disabled={!blocks.canMoveUp}
        onClick={() => blocks.move(-1)}
        icon={<IconArrowUp size={16} />}
      />
      <Act
        label="Move down"
        disabled={!blocks.canMoveDown}
        onClick={() => blocks.move(1)}
        icon={<IconArrowDown size={16} />}
      />
      <MoveTo blocks={blocks} />
      <Act label="Duplicate" onClick={blocks.duplicate} icon={<IconCopy size={16} />} />
      <Act label="Copy style" onClick={copy} icon={<IconBrush size={16} />} />
      <Act
        label="Paste style"
        disabled={!copied}
        onClick={() => copied && set({ styles: copied })}
        icon={<IconClipboardCheck size={16} />}
      />
      <Act label="Delete" color="red" onClick={blocks.remove} icon={<IconTrash size={16} />} />
    </Group>
  )
}

interface ActProps {
  label: string
  icon: ReactNode
  onClick: () => unknown
  disabled?: boolean
  color?: string
}
const Act = ({ label, icon, onClick, disabled = false, color = 'gray' }: ActProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color={color} aria-label={label} disabled={disabled} onClick={() => void onClick()}>
      {icon}
    </ActionIcon>
  </Tooltip>
)

const MoveTo = ({ blocks: { places, moveTo } }: { blocks: ReturnType<typeof useBlocks> }) => (
  <Menu>
    <Menu.Target>
      <ActionIcon variant="subtle" color="gray" aria-label="Move into" disabled={places.length === 0}>
        <IconCornerDownRight size={16} />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      {places.map(({ zone, label }) => (
        <Menu.Item key={zone} onClick={() => moveTo(zone)}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
