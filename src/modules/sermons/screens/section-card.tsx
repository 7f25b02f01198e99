import { ActionIcon, Badge, Button, Group, Menu, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { VersePicker } from '#scripture/widgets/verse-picker.tsx'
import { confirm } from '#ui/confirm.tsx'
import { Panel } from '#ui/panel.tsx'
import { Problem } from '#ui/problem.tsx'
import { useMutate } from '#ui/use-mutate.ts'
import { api, client } from '#web/api.ts'
import {
  type Block,
  type BlockKind,
  clockOf,
  originNames,
  ownWords,
  type Section,
  secondsOf,
  wordsOfSection,
} from '../rules/document.ts'
import classes from './section-card.module.css'
import type { Editing, Sermon } from './use-sermon.ts'

const kindNames: Record<Exclude<BlockKind, 'verse'>, string> = {
  text: 'Text',
  story: 'Story',
  quote: 'Quotation',
  application: 'Application',
  question: 'Question',
}

interface SectionProps {
  sermon: Sermon
  section: Section
  editing: Editing
  mayWrite: boolean
}

/** One part of the sermon: its words with where each comes from, and how long it takes. */
export function SectionCard({ sermon, section, editing, mayWrite }: SectionProps) {
  const { blocks, draft, replace } = editing
  const { run, busy } = useMutate({ keys: [api.sermons.key()] })
  const rewrite = async () => {
    if (!(await mayReplace(section))) return
    await run(
      async () => {
        await draft.flush()
        const input = { id: sermon.id, version: draft.version(), sectionId: section.id }
        replace(await client.sermons.rewrite(input), { undo: true })
      },
      { failed: 'Failed to generate sermon. Please try again.' },
    )
  }
  return (
    <Panel>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap">
          <TextInput
            aria-label="Heading"
            variant="unstyled"
            readOnly={!mayWrite}
            className={classes.heading}
            value={section.title}
            onChange={event => blocks.retitle(section.id, event.currentTarget.value)}
          />
          <Group gap="xs" wrap="nowrap">
            <Text size="sm" c="dimmed" data-figures>
              {clockOf(secondsOf(wordsOfSection(section)))}
            </Text>
            {mayWrite && (
              <ActionIcon
                variant="subtle"
                loading={busy}
                aria-label={`Write “${section.title}” again`}
                onClick={() => void rewrite()}
              >
                <IconRefresh size={16} stroke={1.75} />
              </ActionIcon>
            )}
          </Group>
        </Group>
        {section.blocks.map((block, at) => (
          <BlockRow key={block.id} block={block} at={at} section={section} editing={editing} mayWrite={mayWrite} />
        ))}
        {mayWrite && <AddBlock section={section} editing={editing} edition={sermon.edition} />}
      </Stack>
    </Panel>
  )
}

/** Asks where words of a person would go, and shows them. */
async function mayReplace(section: Section): Promise<boolean> {
  const own = ownWords(section)
  if (own.length === 0) return true
  const text = (
    <Stack gap="xs">
      <Text>
        What you wrote in this section is replaced. You can undo it, and the sermon as it is now stays a version.
      </Text>
      {own.slice(0, 5).map((words, at) => (
        <Text key={at} size="sm" c="dimmed" lineClamp={2}>
          “{words}”
        </Text>
      ))}
      {own.length > 5 && <Text size="sm" c="dimmed">{`And ${own.length - 5} more`}</Text>}
    </Stack>
  )
  return confirm({ title: `Write “${section.title}” again?`, text, confirm: 'Write again' })
}

interface BlockProps extends Omit<SectionProps, 'sermon'> {
  block: Block
  at: number
}
function BlockRow({ block, at, section, editing, mayWrite }: BlockProps) {
  const { blocks } = editing
  return (
    <div className={classes.block} data-kind={block.kind}>
      <div className={classes.words}>
        {block.kind === 'verse' ? (
          <blockquote className={classes.verse}>
            <p>{block.text}</p>
            <Text span size="sm" fw={600}>
              {block.reference}
            </Text>
          </blockquote>
        ) : (
          <Textarea
            aria-label={kindNames[block.kind]}
            variant="unstyled"
            autosize
            minRows={1}
            readOnly={!mayWrite}
            value={block.text}
            onChange={event => blocks.write(section.id, block.id, event.currentTarget.value)}
          />
        )}
      </div>
      <Group gap={4} className={classes.margin}>
        <Badge variant="light" color="gray" size="sm" tt="none">
          {originNames[block.origin]}
        </Badge>
        {mayWrite && <BlockActions at={at} section={section} blocks={blocks} />}
      </Group>
    </div>
  )
}

function BlockActions({ at, section, blocks }: { at: number; section: Section; blocks: Editing['blocks'] }) {
  const icon = { size: 14, stroke: 1.75 }
  const name = `part ${at + 1} of ${section.title}`
  return (
    <span className={classes.actions}>
      <ActionIcon
        size={24}
        variant="subtle"
        aria-label={`Move ${name} up`}
        disabled={at === 0}
        onClick={() => blocks.move(section.id, at, at - 1)}
      >
        <IconArrowUp {...icon} />
      </ActionIcon>
      <ActionIcon
        size={24}
        variant="subtle"
        aria-label={`Move ${name} down`}
        disabled={at === section.blocks.length - 1}
        onClick={() => blocks.move(section.id, at, at + 1)}
      >
        <IconArrowDown {...icon} />
      </ActionIcon>
      <ActionIcon
        size={24}
        variant="subtle"
        color="red"
        aria-label={`Remove ${name}`}
        onClick={() => blocks.remove(section.id, section.blocks[at]!.id)}
      >
        <IconTrash {...icon} />
      </ActionIcon>
    </span>
  )
}

interface AddProps {
  section: Section
  editing: Editing
  edition: Sermon['edition']
}
function AddBlock({ section, editing, edition }: AddProps) {
  const [picking, setPicking] = useState(false)
  const end = section.blocks.length
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="subtle" size="compact-sm" w="fit-content" leftSection={<IconPlus size={14} />}>
            Add
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {Object.entries(kindNames).map(([kind, label]) => (
            <Menu.Item key={kind} onClick={() => editing.blocks.add(section.id, end, kind as BlockKind)}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={() => setPicking(true)}>Bible passage</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {picking && (
        <PickVerse
          edition={edition}
          onClose={() => setPicking(false)}
          onPicked={block => editing.blocks.add(section.id, end, 'verse', block)}
        />
      )}
    </>
  )
}

interface PickProps {
  edition: Sermon['edition']
  onClose: () => void
  onPicked: (block: Partial<Block>) => void
}
/** Its words come from the stored Bible, and stay as they are. */
function PickVerse({ edition, onClose, onPicked }: PickProps) {
  const [picked, setPicked] = useState({ reference: '', edition })
  const { run, busy, problem } = useMutate({ form: { setErrors: () => {} } })
  const add = () =>
    run(async () => {
      const { items } = await client.scripture.passage(picked)
      for (const { name, verses } of items)
        onPicked({
          text: verses.map(({ text }) => text).join(' '),
          reference: name,
          edition: picked.edition,
          origin: 'cross_reference',
        })
      onClose()
    })
  return (
    <Modal opened onClose={onClose} title="Add a Bible passage">
      <Stack>
        <VersePicker value={picked} onChange={setPicked} />
        <Problem error={problem} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} onClick={() => void add()}>
            Add
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
