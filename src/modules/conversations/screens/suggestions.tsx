import { Text, UnstyledButton } from '@mantine/core'
import classes from './conversations.module.css'

export interface Suggestion {
  id: string
  label: string
  hint: string
  take: () => Promise<void>
}

/** What is being typed after that sign, at the end of the words; undefined where nothing is. */
export const atTheEnd = (text: string, sign: '/' | '@'): string | undefined =>
  new RegExp(`(?:^|\\s)${sign}([\\p{L}\\d-]*)$`, 'u').exec(text)?.[1]?.toLowerCase()

/** Stands above the words while one types; Enter takes the marked one. */
export const Suggestions = ({ found, active }: { found: Suggestion[]; active: number }) =>
  found.length === 0 ? null : (
    <div className={classes.suggestions} role="listbox" aria-label="Suggestions">
      {found.map(({ id, label, hint, take }, i) => (
        <UnstyledButton
          key={id}
          role="option"
          id={`suggested-${id}`}
          aria-selected={i === active}
          tabIndex={-1}
          className={classes.choice}
          // The words keep the focus.
          onMouseDown={event => {
            event.preventDefault()
            void take()
          }}
        >
          <Text span size="sm">
            {label}
          </Text>
          <Text span size="xs" c="dimmed">
            {hint}
          </Text>
        </UnstyledButton>
      ))}
    </div>
  )
