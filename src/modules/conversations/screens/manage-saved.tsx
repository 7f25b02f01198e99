import { Button, Group, Modal, Stack, Tabs, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { counted } from '#ui/counted.ts'
import classes from './conversations.module.css'
import { MacroForm } from './macro-form.tsx'
import { SnippetForm } from './snippet-form.tsx'
import { type Macro, type Snippet, useMacros, useSnippets } from './use-saved.ts'

/** Where answers and macros are written, changed and thrown away. */
export function ManageSaved({ onClose }: { onClose: () => void }) {
  const [snippet, setSnippet] = useState<Snippet | 'new' | null>(null)
  const [macro, setMacro] = useState<Macro | 'new' | null>(null)
  const [snippets, macros] = [useSnippets(), useMacros()]
  return (
    <Modal opened onClose={onClose} size="lg" title="Saved replies and macros">
      <Tabs defaultValue="snippets" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="snippets">Saved replies</Tabs.Tab>
          <Tabs.Tab value="macros">Macros</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="snippets">
          {snippet ? (
            <SnippetForm snippet={snippet === 'new' ? null : snippet} onDone={() => setSnippet(null)} />
          ) : (
            <Choices
              rows={snippets.map(one => ({ id: one.id, name: one.name, hint: one.shortcut && `/${one.shortcut}` }))}
              empty="Write a reply once, and insert it with “/” wherever you need it."
              add="New saved reply"
              onAdd={() => setSnippet('new')}
              onChoose={id => setSnippet(snippets.find(one => one.id === id) ?? null)}
            />
          )}
        </Tabs.Panel>
        <Tabs.Panel value="macros">
          {macro ? (
            <MacroForm macro={macro === 'new' ? null : macro} onDone={() => setMacro(null)} />
          ) : (
            <Choices
              rows={macros.map(one => ({ id: one.id, name: one.name, hint: counted(one.acts.length, 'actions') }))}
              empty="Several actions in one click: send a reply, assign, tag, snooze, close."
              add="New macro"
              onAdd={() => setMacro('new')}
              onChoose={id => setMacro(macros.find(one => one.id === id) ?? null)}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </Modal>
  )
}

interface ChoicesProps {
  rows: { id: string; name: string; hint: string }[]
  empty: string
  add: string
  onAdd: () => void
  onChoose: (id: string) => void
}

const Choices = ({ rows, empty, add, onAdd, onChoose }: ChoicesProps) => (
  <Stack gap="sm">
    {rows.length === 0 ? (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    ) : null}
    <div>
      {rows.map(({ id, name, hint }) => (
        <UnstyledButton key={id} className={classes.choice} onClick={() => onChoose(id)}>
          <Text span>{name}</Text>
          <Text span size="sm" c="dimmed">
            {hint}
          </Text>
        </UnstyledButton>
      ))}
    </div>
    <Group>
      <Button onClick={onAdd}>{add}</Button>
    </Group>
  </Stack>
)
