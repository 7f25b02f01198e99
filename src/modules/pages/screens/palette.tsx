import { Text, VisuallyHidden } from '@mantine/core'
import { Drawer as PuckDrawer } from '@puckeditor/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { keyed } from '#kernel/modules.ts'
import { useMe } from '#web/me.tsx'
import { blockNames, categories } from '../rules/blocks.ts'
import classes from './pages.module.css'
import { useBlocks } from './use-blocks.ts'

/** Blocks that other modules bring. */
const pluggedNames = () => Object.fromEntries([...keyed('pageBlocks')].map(([kind, { label }]) => [kind, label]))

/** Blocks by category: dragged onto the canvas, or put after what is selected by click, Enter or space. */
export function Palette() {
  const { insert } = useBlocks()
  const [told, setTold] = useState('')
  const mayCode = useMe().account.role === 'owner'
  const names: Record<string, string> = { ...blockNames, ...pluggedNames() }
  const add = (type: string) => {
    insert(type)
    setTold(`${names[type]} added`)
  }
  const root = useAdding(add)
  return (
    <div ref={root} className={classes.palette}>
      {categories.map(({ title, types }) => (
        <section key={title} aria-label={title}>
          <Text size="xs" fw={600} c="dimmed" mt="xs" mb={4}>
            {title}
          </Text>
          <PuckDrawer>
            {[...types, ...(title === 'Church' ? Object.keys(pluggedNames()) : [])]
              .filter(type => mayCode || type !== 'code')
              .map(type => (
                <PuckDrawer.Item key={type} name={type}>
                  {() => (
                    <span className={classes.item} data-block={type}>
                      <IconPlus size={14} stroke={1.75} aria-hidden />
                      {names[type]}
                    </span>
                  )}
                </PuckDrawer.Item>
              ))}
          </PuckDrawer>
        </section>
      ))}
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </div>
  )
}

/** Puck's draggable pieces are buttons that begin a drag: here a click or Enter adds the block, before Puck hears of it. */
function useAdding(add: (type: string) => void) {
  const root = useRef<HTMLDivElement>(null)
  const latest = useRef(add)
  latest.current = add
  useEffect(() => {
    const list = root.current
    const chosen = (event: Event) => {
      const item = (event.target as Element).closest('[data-puck-drawer-item]') ?? (event.target as Element)
      return item.querySelector<HTMLElement>('[data-block]')?.dataset.block
    }
    const click = (event: MouseEvent) => {
      const type = chosen(event)
      if (type) latest.current(type)
    }
    const press = (event: KeyboardEvent) => {
      const type = event.key === 'Enter' || event.key === ' ' ? chosen(event) : undefined
      if (!type) return
      event.preventDefault()
      event.stopPropagation()
      latest.current(type)
    }
    list?.addEventListener('click', click)
    list?.addEventListener('keydown', press, { capture: true })
    return () => {
      list?.removeEventListener('click', click)
      list?.removeEventListener('keydown', press, { capture: true })
    }
  }, [])
  return root
}
