import { Textarea, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { TEXT_LIMIT } from '../rules/states.ts'
import { atTheEnd, type Suggestion, Suggestions } from './suggestions.tsx'
import type { Composing } from './use-composer.ts'
import { useMentionable } from './use-mentionable.ts'
import { useSnippets, wordsOf } from './use-saved.ts'

interface WordsProps {
  conversationId: string
  composing: Composing
}

/** The words of an answer or a note; “/” finds a saved answer, “@” a colleague. */
export function Words({ conversationId, composing }: WordsProps) {
  const { mode, channel, draft, write, blocked, send } = composing
  const note = mode === 'note'
  const { suggestions, active, keys } = useSuggestions(conversationId, composing)
  return (
    <>
      {!note && channel === 'email' ? (
        <TextInput
          aria-label="Subject"
          placeholder="Subject"
          maxLength={200}
          value={draft.subject}
          onChange={event => write({ subject: event.currentTarget.value })}
        />
      ) : null}
      <Suggestions found={suggestions} active={active} />
      <Textarea
        ref={composing.box}
        aria-label={note ? 'Note for colleagues' : 'Message'}
        placeholder={
          note
            ? 'Only your colleagues see this. Type @ to mention someone.'
            : 'Enter sends, Shift+Enter starts a new line'
        }
        aria-activedescendant={suggestions[active] ? `suggested-${suggestions[active].id}` : undefined}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={!note && channel === 'sms' ? TEXT_LIMIT : 10_000}
        disabled={blocked}
        value={draft.text}
        onChange={event => write({ text: event.currentTarget.value })}
        onBlur={composing.pause}
        onKeyDown={event => {
          if (keys(event) || event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void send()
        }}
      />
    </>
  )
}

/** What fits the slash or the at-sign at the end, moved through by the arrow keys and taken by Enter or Tab. */
function useSuggestions(conversationId: string, { mode, draft, write }: Composing) {
  const [active, setActive] = useState(0)
  const [closed, setClosed] = useState('')
  const snippets = useSnippets()
  const members = useMentionable()
  const sign = mode === 'note' ? '@' : '/'
  const typed = draft.text === closed ? undefined : atTheEnd(draft.text, sign)
  const before = draft.text.slice(0, draft.text.length - (typed?.length ?? 0) - 1)
  const saved = snippets.map(one => ({
    id: one.id,
    label: one.name,
    hint: one.shortcut && `/${one.shortcut}`,
    fits: (words: string) => one.shortcut.startsWith(words) || one.name.toLowerCase().includes(words),
    take: async () => write({ text: before + (await wordsOf(one, conversationId)) }),
  }))
  const colleagues = members.map(one => ({
    id: one.userId,
    label: one.name,
    hint: '',
    fits: (words: string) => one.name.toLowerCase().includes(words),
    take: async () => write({ text: `${before}@${one.name} ` }),
  }))
  const all: (Suggestion & { fits: (words: string) => boolean })[] = sign === '@' ? colleagues : saved
  const suggestions = typed === undefined ? [] : all.filter(one => one.fits(typed)).slice(0, 6)
  const at = Math.min(active, Math.max(0, suggestions.length - 1))

  /** @returns whether the key was meant for the list */
  function keys(event: KeyboardEvent): boolean {
    if (suggestions.length === 0) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive((at + step + suggestions.length) % suggestions.length)
    else if (event.key === 'Enter' || event.key === 'Tab') {
      void suggestions[at]!.take()
      setActive(0)
    } else if (event.key === 'Escape') setClosed(draft.text)
    else return false
    event.preventDefault()
    return true
  }
  return { suggestions, active: at, keys }
}
