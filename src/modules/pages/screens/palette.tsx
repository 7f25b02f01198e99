import { Text, UnstyledButton } from '@mantine/core'
import { Drawer as PuckDrawer } from '@puckeditor/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useMe } from '#web/me.tsx'
import { blockNames, categories } from '../rules/blocks.ts'
import classes from './pages.module.css'
import { useBlocks } from './use-blocks.ts'

/** Blocks by category: dragged onto the canvas, or put after what is selected by click, Enter or space. */
export function Palette() {
  const { insert } = useBlocks()
  const [told, setTold] = useState('')
  const mayCode = useMe().account.role === 'owner'
  return (
    <>
      {categories.map(({ title, types }) => (
        <section key={title} aria-label={title}>
          <Text size="xs" fw={600} c="dimmed" mt="xs">
            {title}
          </Text>
          <PuckDrawer>
            {types
              .filter(type => mayCode || type !== 'code')
              .map(type => (
                <PuckDrawer.Item key={type} name={type}>
                  {() => (
                    <UnstyledButton
                      className={classes.item}
                      onClick={() => {
                        insert(type)
                        setTold(`${blockNames[type]} added`)
                      }}
                    >
                      <IconPlus size={14} stroke={1.75} aria-hidden />
                      {blockNames[type]}
                    </UnstyledButton>
                  )}
                </PuckDrawer.Item>
              ))}
          </PuckDrawer>
        </section>
      ))}
      <div role="status" className="mantine-visually-hidden">
        {told}
      </div>
    </>
  )
}
