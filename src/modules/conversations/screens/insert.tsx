import { ActionIcon, Menu, Popover, useComputedColorScheme } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBraces, IconMoodSmile } from '@tabler/icons-react'
import emojis from 'emoji-picker-element-data/en/cldr-native/data.json?url'
import { useEffect, useRef } from 'react'
import { mailTags } from '#messaging/rules/merge-tags.ts'
import { toast } from '#ui/toast.tsx'
import { client } from '#web/api.ts'
import { type AnswerTag, answerTags } from '../rules/saved.ts'
import classes from './conversations.module.css'

interface InsertProps {
  conversationId: string
  onInsert: (text: string) => void
}

/** What is known of them, put into the words. */
export function InsertField({ conversationId, onInsert }: InsertProps) {
  const put = async (tag: AnswerTag) => {
    const { text } = await client.snippets.known({ tag, conversationId })
    if (text) onInsert(text)
    else toast(`${mailTags[tag].label}: no value yet`)
  }
  return (
    <Menu position="top-start" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Insert a merge tag">
          <IconBraces size={18} stroke={1.75} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {answerTags.map(tag => (
          <Menu.Item key={tag} onClick={() => void put(tag)}>
            {mailTags[tag].label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The picker and its list of 1,900 come when someone wants one. */
export function InsertEmoji({ onInsert }: Pick<InsertProps, 'onInsert'>) {
  const [opened, { toggle, close }] = useDisclosure(false)
  return (
    <Popover opened={opened} onDismiss={close} position="top-start" withinPortal trapFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Insert an emoji" aria-expanded={opened} onClick={toggle}>
          <IconMoodSmile size={18} stroke={1.75} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p={0} className={classes.emojis}>
        <Emojis
          onPick={emoji => {
            close()
            onInsert(emoji)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

function Emojis({ onPick }: { onPick: (emoji: string) => void }) {
  const place = useRef<HTMLDivElement>(null)
  const picked = useRef(onPick)
  picked.current = onPick
  const scheme = useComputedColorScheme()
  useEffect(() => {
    let gone = false
    void import('emoji-picker-element').then(({ Picker }) => {
      if (gone) return
      const picker = new Picker({ dataSource: emojis, locale: 'en' })
      picker.className = scheme
      picker.addEventListener('emoji-click', ({ detail }) => detail.unicode && picked.current(detail.unicode))
      place.current?.replaceChildren(picker)
      requestAnimationFrame(() => picker.shadowRoot?.querySelector('input')?.focus())
    })
    return () => {
      gone = true
    }
  }, [scheme])
  return <div ref={place} />
}
