import { Button, Group, Menu, Modal, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconChevronDown, IconSparkles } from '@tabler/icons-react'
import { useState } from 'react'
import { toastError } from '#ui/toast.tsx'
import { client } from '#web/api.ts'
import classes from './thread-assistant.module.css'

type Tool = 'draft' | 'summary' | 'shorten' | 'translate'
interface Result {
  title: string
  text: string
  /** which engine made it */
  engine: string
  from: string
  usable: boolean
}
const titles: Record<Tool, string> = {
  draft: 'Draft a reply',
  summary: 'Summarize this thread',
  shorten: 'Shorten',
  translate: 'Translate',
}

interface StaffToolsProps {
  conversationId: string
  hasModel: boolean
  onUse: (text: string) => void
}

/** Help with words, on a member's own press; what comes out is marked and is never sent by itself. */
export function StaffTools({ conversationId, hasModel, onUse }: StaffToolsProps) {
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState<Result | null>(null)
  const [asking, setAsking] = useState<'shorten' | 'translate' | null>(null)
  async function run(work: () => Promise<Result>) {
    setBusy(true)
    await work().then(setResult, error => toastError(error, 'That did not work'))
    setBusy(false)
  }
  const draft = () =>
    run(async () => {
      const { text, engine, sources } = await client.assistant.draftReply({ conversationId })
      const from = sources.map(({ title }) => title).join(', ')
      const none = 'Your knowledge has no answer to this. A person has to write it.'
      return { title: titles.draft, text: text || none, engine, from, usable: text !== '' }
    })
  const summary = () =>
    run(async () => {
      const made = await client.assistant.summarize({ conversationId })
      return { title: titles.summary, ...made, from: '', usable: false }
    })
  return (
    <>
      <Menu position="top-end">
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="subtle"
            loading={busy}
            leftSection={<IconSparkles size={14} />}
            rightSection={<IconChevronDown size={14} />}
          >
            AI help
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void draft()}>{titles.draft}</Menu.Item>
          <Menu.Item onClick={() => void summary()}>{titles.summary}</Menu.Item>
          {hasModel ? <Menu.Item onClick={() => setAsking('shorten')}>{titles.shorten}</Menu.Item> : null}
          {hasModel ? <Menu.Item onClick={() => setAsking('translate')}>{titles.translate}</Menu.Item> : null}
        </Menu.Dropdown>
      </Menu>
      {asking ? (
        <Rewriting
          conversationId={conversationId}
          how={asking}
          onClose={() => setAsking(null)}
          onDone={made => setResult({ title: titles[asking], ...made, from: '', usable: true })}
        />
      ) : null}
      {result ? <Made result={result} onClose={() => setResult(null)} onUse={onUse} /> : null}
    </>
  )
}

function Made({ result, onClose, onUse }: { result: Result; onClose: () => void; onUse: (text: string) => void }) {
  return (
    <Modal opened onClose={onClose} title={result.title}>
      <Stack>
        <Text className={classes.draft}>{result.text}</Text>
        <Text size="xs">
          Written by {result.engine === 'built-in' ? 'the built-in engine' : result.engine}. Please read it before you
          send it.
          {result.from ? ` From: ${result.from}` : ''}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
          {result.usable ? (
            <Button
              onClick={() => {
                onUse(result.text)
                onClose()
              }}
            >
              Use
            </Button>
          ) : null}
        </Group>
      </Stack>
    </Modal>
  )
}

interface RewritingProps {
  conversationId: string
  how: 'shorten' | 'translate'
  onClose: () => void
  onDone: (made: { text: string; engine: string }) => void
}
function Rewriting({ conversationId, how, onClose, onDone }: RewritingProps) {
  const [text, setText] = useState('')
  const [language, setLanguage] = useState('Spanish')
  const [busy, setBusy] = useState(false)
  async function go() {
    setBusy(true)
    await client.assistant.rewrite({ conversationId, text, how, language }).then(
      made => {
        onDone(made)
        onClose()
      },
      error => toastError(error, 'That did not work'),
    )
    setBusy(false)
  }
  return (
    <Modal opened onClose={onClose} title={titles[how]}>
      <Stack>
        <Textarea
          label="Text"
          autosize
          minRows={4}
          maxRows={12}
          maxLength={4_000}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          data-autofocus
        />
        {how === 'translate' ? (
          <TextInput
            label="Language"
            maxLength={40}
            value={language}
            onChange={event => setLanguage(event.currentTarget.value)}
          />
        ) : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} disabled={!text.trim()} onClick={() => void go()}>
            {titles[how]}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
