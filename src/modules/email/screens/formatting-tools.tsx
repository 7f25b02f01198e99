import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core'
import { IconBold, IconBraces, IconH2, IconItalic, IconLink, IconList, IconQuote } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { mailTags } from '#messaging/rules/merge-tags.ts'
import classes from './composer.module.css'

const marks = [
  { label: 'Bold', Icon: IconBold, before: '**', after: '**', sample: 'bold' },
  { label: 'Italic', Icon: IconItalic, before: '*', after: '*', sample: 'italics' },
  { label: 'Heading', Icon: IconH2, before: '\n## ', after: '\n', sample: 'Heading' },
  { label: 'List', Icon: IconList, before: '\n- ', after: '', sample: 'first' },
  { label: 'Quote', Icon: IconQuote, before: '\n> ', after: '\n', sample: 'words' },
  { label: 'Link', Icon: IconLink, before: '[', after: '](https://)', sample: 'words' },
] as const

interface ToolsProps {
  area: RefObject<HTMLTextAreaElement | null>
  onChange: (value: string) => void
  /** merge tags alone */
  plain?: boolean
  /** the church's own fields, which are tags too */
  own?: readonly { key: string; label: string }[]
}

/** Puts Markdown or a merge tag where the cursor is. */
export function Tools({ area, onChange, plain = false, own = [] }: ToolsProps) {
  const insert = (before: string, after: string, sample: string) => {
    const field = area.current
    if (!field) return
    const { selectionStart: from, selectionEnd: to, value } = field
    const middle = value.slice(from, to) || sample
    onChange(`${value.slice(0, from)}${before}${middle}${after}${value.slice(to)}`)
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(from + before.length, from + before.length + middle.length)
    })
  }
  return (
    <div className={classes.tools} role="toolbar" aria-label="Formatting">
      {(plain ? [] : marks).map(({ label, Icon, before, after, sample }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon aria-label={label} onClick={() => insert(before, after, sample)}>
            <Icon size={18} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      ))}
      <TagMenu own={own} insert={insert} />
    </div>
  )
}

interface TagMenuProps {
  own: NonNullable<ToolsProps['own']>
  insert: (before: string, after: string, sample: string) => void
}

const TagMenu = ({ own, insert }: TagMenuProps) => (
  <Menu position="bottom-start" returnFocus={false}>
    <Menu.Target>
      <Button size="compact-sm" variant="subtle" color="gray" leftSection={<IconBraces size={16} stroke={1.75} />}>
        Merge tag
      </Button>
    </Menu.Target>
    <Menu.Dropdown mah="50vh" className={classes.scrolls}>
      {Object.entries(mailTags).map(([name, { label, group }]) => (
        <Menu.Item
          key={name}
          onClick={() =>
            insert(
              (group === 'contact' || group === 'household') && name !== 'email' ? `{${name}|` : `{${name}`,
              '}',
              name === 'firstName' ? 'friend' : '',
            )
          }
        >
          {label}
        </Menu.Item>
      ))}
      {own.length > 0 ? <Menu.Label>Your fields</Menu.Label> : null}
      {own.map(({ key, label }) => (
        <Menu.Item key={key} onClick={() => insert(`{custom.${key}|`, '}', '')}>
          {label}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)
