import { Button, Menu, Text, Textarea } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { useRef } from 'react'
import { mailTags } from '#messaging/rules/merge-tags.ts'
import { measure } from '#messaging/rules/segments.ts'
import { useCustomFields } from '#people/widgets/use-custom-fields.ts'
import { plainly } from '../rules/message.ts'
import { Counter } from './counter.tsx'
import classes from './sms.module.css'
import type { SendFormState } from './use-send-form.ts'

const tags = [
  ['{firstName|friend}', mailTags.firstName.label],
  ['{lastName}', mailTags.lastName.label],
  ['{householdAdults|friends}', mailTags.householdAdults.label],
  ['{businessName}', mailTags.businessName.label],
  ['{time}', mailTags.time.label],
  ['{bookingLink}', mailTags.bookingLink.label],
] as const

/** The words, how they travel, and what makes them dear. */
export function MessageBox({ form: { draft, errors, change, limit } }: { form: SendFormState }) {
  const box = useRef<HTMLTextAreaElement>(null)
  const insert = (tag: string) => {
    const [from, to] = [
      box.current?.selectionStart ?? draft.body.length,
      box.current?.selectionEnd ?? draft.body.length,
    ]
    change({ body: draft.body.slice(0, from) + tag + draft.body.slice(to) })
    requestAnimationFrame(() => {
      box.current?.focus()
      box.current?.setSelectionRange(from + tag.length, from + tag.length)
    })
  }
  return (
    <div>
      <Textarea
        id="sms-message"
        ref={box}
        label="Message"
        placeholder="Write a text…"
        autosize
        minRows={3}
        maxRows={10}
        maxLength={1_600}
        value={draft.body}
        error={errors.body}
        onChange={event => change({ body: event.currentTarget.value })}
      />
      <div className={classes.bar}>
        <Counter draft={draft} limit={limit} />
        <Insert onPick={insert} />
      </div>
      <Dear body={draft.body} onPlain={body => change({ body })} />
    </div>
  )
}

function Insert({ onPick }: { onPick: (tag: string) => void }) {
  const { fields } = useCustomFields()
  const own = fields.filter(({ isPrivate }) => !isPrivate).map(({ key, label }) => [`{custom.${key}|}`, label] as const)
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="subtle" size="compact-sm" leftSection={<IconBraces size={14} stroke={1.75} />}>
          Insert
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="50vh" className={classes.scrolls}>
        {[...tags, ...own].map(([tag, label]) => (
          <Menu.Item key={tag} onClick={() => onPick(tag)}>
            {label} <code>{tag}</code>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The sign that makes every segment hold 70 instead of 160. */
function Dear({ body, onPlain }: { body: string; onPlain: (body: string) => void }) {
  if (measure(body).encoding === 'GSM-7') return null
  const signs = [...new Set([...body].filter(sign => measure(sign).encoding !== 'GSM-7'))].slice(0, 8)
  const plain = plainly(body)
  return (
    <div className={classes.bar}>
      <Text size="sm">
        {signs.map(sign => (
          <span key={sign}>
            <mark className={classes.mark}>{sign}</mark>{' '}
          </span>
        ))}
        {signs.length === 1 ? 'makes' : 'make'} a segment can have 70 characters instead of 160.
      </Text>
      {plain !== body ? (
        <Button variant="default" size="compact-sm" onClick={() => onPlain(plain)}>
          Use plain characters
        </Button>
      ) : null}
    </div>
  )
}
