import { Paper, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { Problem } from '#ui/problem.tsx'
import { SaveState } from '#ui/save-state.tsx'
import { wrongBlocks } from '../blocks/rules/checks.ts'
import { blocksOf, bodyOf } from '../rules/block-words.ts'
import { BlockList } from './block-list.tsx'
import classes from './composer.module.css'
import { Tools } from './formatting-tools.tsx'
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
