import { Text } from '@mantine/core'
import { phoneText } from '#people/rules/phone-text.ts'
import { type Branch, type Drawn, drawingOf, type Menu } from '../rules/ivr.ts'
import classes from './menu-drawing.module.css'

interface DrawingProps {
  data: { items: Menu[]; members: { id: string; name: string }[] }
  root: string
}

/** A menu as a tree: each key, what it is for, and where it leads. */
export function MenuDrawing({ data, root }: DrawingProps) {
  const drawn = drawingOf(data.items, root, {
    phone: number => (number.startsWith('+') ? phoneText(number) : number),
    member: id => data.members.find(one => one.id === id)?.name ?? 'a former member',
  })
  return drawn ? <Tree drawn={drawn} /> : null
}

const Tree = ({ drawn }: { drawn: Drawn }) => (
  <ul className={classes.tree} aria-label={`Keys of ${drawn.name || 'this menu'}`}>
    {drawn.branches.map((branch, i) => (
      // Two keys may be the same while they are being typed.
      <li key={`${branch.key} ${i}`} className={classes.branch}>
        <Line branch={branch} />
        {branch.menu ? <Tree drawn={branch.menu} /> : null}
      </li>
    ))}
    <li className={classes.branch}>
      <div className={classes.line}>
        <span className={classes.none} aria-hidden>
          …
        </span>
        <Text size="sm" c="dimmed">
          Two wrong or missing keys: {drawn.otherwise}
        </Text>
      </div>
    </li>
  </ul>
)

const Line = ({ branch: { key, label, to } }: { branch: Branch }) => (
  <div className={classes.line}>
    <kbd className={classes.key}>{key}</kbd>
    <Text size="sm" className={classes.text}>
      {label || 'Unnamed'}
      <Text span size="sm" c="dimmed">
        {' '}
        → {to}
      </Text>
    </Text>
  </div>
)
