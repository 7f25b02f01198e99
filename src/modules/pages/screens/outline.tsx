import { Text, UnstyledButton } from '@mantine/core'
import { type Block, slotsOf } from '../rules/blocks.ts'
import { nameOf } from '../rules/plugged.ts'
import classes from './pages.module.css'
import { useBlocks } from './use-blocks.ts'

const labelOf = ({ props }: Block): string => {
  const told = ['text', 'title', 'label', 'name', 'alt'].map(key => (props as Record<string, unknown>)[key])
  return String(told.find(one => typeof one === 'string' && one) ?? '').slice(0, 40)
}

/** All blocks as a list: the way to them for a keyboard and a screen reader. */
export function Outline() {
  const { content, selected, select } = useBlocks()
  if (content.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing here yet. Choose a block under Blocks.
      </Text>
    )
  return <List blocks={content} selected={selected?.props.id} select={select} />
}

interface ListProps {
  blocks: readonly Block[]
  selected: string | undefined
  select: (id: string) => void
}
const List = ({ blocks, selected, select }: ListProps) => (
  <ul className={classes.tree}>
    {blocks.map(block => (
      <li key={block.props.id}>
        <UnstyledButton
          className={classes.node}
          aria-current={block.props.id === selected}
          onClick={() => select(block.props.id)}
        >
          <span>{nameOf(block)}</span>
          <Text span size="xs" c="dimmed" truncate>
            {labelOf(block)}
          </Text>
        </UnstyledButton>
        {slotsOf(block).map((inside, i) => (
          <List key={i} blocks={inside} selected={selected} select={select} />
        ))}
      </li>
    ))}
  </ul>
)
