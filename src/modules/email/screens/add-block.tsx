import { Text, UnstyledButton } from '@mantine/core'
import {
  IconBook2,
  IconCalendarEvent,
  IconCalendarTime,
  IconColumns2,
  IconHeading,
  IconHeartHandshake,
  IconLayoutNavbar,
  IconMicrophone,
  IconMovie,
  IconPhoto,
  IconSeparatorHorizontal,
  IconShare,
  IconSquareRoundedArrowRight,
  IconTextSize,
} from '@tabler/icons-react'
import { blank, blockNames } from '../blocks/rules/blank.ts'
import type { Block, BlockType } from '../blocks/rules/schema.ts'
import { newKey } from '../rules/block-words.ts'
import classes from './block-list.module.css'

const icons: Record<BlockType, typeof IconPhoto> = {
  header: IconLayoutNavbar,
  heading: IconHeading,
  text: IconTextSize,
  image: IconPhoto,
  button: IconSquareRoundedArrowRight,
  columns: IconColumns2,
  divider: IconSeparatorHorizontal,
  verse: IconBook2,
  events: IconCalendarEvent,
  sermon: IconMicrophone,
  give: IconHeartHandshake,
  booking: IconCalendarTime,
  video: IconMovie,
  social: IconShare,
}

/** Every kind of block; it goes below the one that is open, else to the end. */
export const AddBlock = ({ onAdd }: { onAdd: (block: Block) => void }) => (
  <section aria-label="Add a block">
    <Text size="sm" fw={600} mt="md" mb="xs">
      Add a block
    </Text>
    <div className={classes.kinds}>
      {(Object.keys(icons) as BlockType[]).map(type => {
        const Icon = icons[type]
        return (
          <UnstyledButton key={type} className={classes.kind} onClick={() => onAdd(blank(type, newKey()))}>
            <Icon size={20} stroke={1.5} aria-hidden />
            {blockNames[type]}
          </UnstyledButton>
        )
      })}
    </div>
  </section>
)
