import {
  ActionIcon,
  Button,
  Menu,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  Textarea,
  TextInput,
  Tooltip,
} from '@mantine/core'
import { IconBold, IconBraces, IconH2, IconItalic, IconLink, IconList, IconQuote } from '@tabler/icons-react'
import { type RefObject, useRef } from 'react'
import { mailTags } from '#messaging/rules/merge-tags.ts'
import { confirm } from '#ui/confirm.tsx'
import { Problem } from '#ui/problem.tsx'
import { SaveState } from '#ui/save-state.tsx'
import { wrongBlocks } from '../blocks/rules/checks.ts'
import { blocksOf, bodyOf } from '../rules/block-words.ts'
import { BlockList } from './block-list.tsx'
import classes from './composer.module.css'
import { BlockHome } from './use-block-home.ts'
import type { DraftState } from './use-draft.ts'

/** Where the words are typed. */
export function Editor({ draft }: { draft: DraftState }) {
  const { words, set, errors, problem } = draft
  const field = (name: 'subject' | 'preheader' | 'senderName' | 'replyTo') => ({
    value: words[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  })
  return (
    <Paper p="lg">
      <Stack gap="sm">
        <Problem error={problem} />
        <TextInput label="Subject" required maxLength={200} {...field('subject')} />
        <TextInput
          label="Preheader"
          description="The line that email programs show beside the subject."
          maxLength={200}
          {...field('preheader')}
        />
        <TextInput label="Sender’s name" maxLength={100} {...field('senderName')} />
        <TextInput
          label="Send replies to"
          description="An address that someone reads. If empty, the sender’s address."
          type="email"
          maxLength={254}
          {...field('replyTo')}
        />
        <MadeOf draft={draft} />
        {words.blocks.length > 0 ? <Parts draft={draft} /> : <Content draft={draft} />}
        <SaveState state={draft} />
      </Stack>
    </Paper>
  )
}

/** Words alone, or blocks with pictures; what was written comes along either way. */
function MadeOf({ draft: { words, set } }: { draft: DraftState }) {
  const toWords = async () => {
    const lost = words.blocks.some(block => !['header', 'heading', 'text'].includes(block.type))
    const title = 'Switch to text only?'
    const text = 'Headings and text are kept. Pictures, buttons and other blocks are removed.'
    if (!lost || (await confirm({ title, text, confirm: 'Text only', danger: true })))
      set({ body: bodyOf(words.blocks), blocks: [] })
  }
  return (
    <SegmentedControl
      aria-label="Editor"
      value={words.blocks.length > 0 ? 'blocks' : 'text'}
      onChange={made => (made === 'blocks' ? set({ blocks: blocksOf(words.body), body: '' }) : void toWords())}
      data={[
        { value: 'text', label: 'Text' },
        { value: 'blocks', label: 'Blocks and pictures' },
      ]}
    />
  )
}

/** The editor that churches' campaigns have. */
function Parts({ draft: { words, set, errors } }: { draft: DraftState }) {
  const problems = new Map(wrongBlocks(words).map(({ text, block }) => [block!, text]))
  return (
    <BlockHome value="house">
      {errors.blocks ? (
        <Text size="sm" c="red" role="alert">
          {errors.blocks}
        </Text>
      ) : null}
      {/* Without any it would be of text again: the last one is emptied, not taken away. */}
      <BlockList
        blocks={words.blocks}
        onChange={blocks => set({ blocks: blocks.length > 0 ? blocks : blocksOf('') })}
        problems={problems}
      />
    </BlockHome>
  )
}

function Content({ draft: { words, set, errors } }: { draft: DraftState }) {
  const area = useRef<HTMLTextAreaElement>(null)
  return (
    <div className={classes.content}>
      <Textarea
        ref={area}
        label="Content"
        description="Markdown: # for a heading, ** for bold, - for a list."
        required
        autosize
        minRows={14}
        maxRows={40}
        maxLength={100_000}
        inputContainer={input => (
          <>
            <Tools area={area} onChange={body => set({ body })} />
            {input}
          </>
        )}
        value={words.body}
        error={errors.body}
        onChange={event => set({ body: event.currentTarget.value })}
      />
    </div>
  )
}

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
