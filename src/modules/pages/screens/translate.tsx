import { Drawer, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { type Language, languages, ownName, staffName } from '#public-page/rules/languages.ts'
import { blockNames } from '../rules/blocks.ts'
import { phrasesOf } from '../rules/translating.ts'
import type { PanelProps } from './page.tsx'

const choices = languages.map(language => ({ value: language, label: staffName(language) }))

/** The page in a second language: the same blocks, other words. */
export function Translate({ draft, opened, onClose }: PanelProps) {
  const { words, set } = draft
  const { draft: tree, language, secondLanguage } = words
  const say = (block: string, field: string, text: string) =>
    set({ draft: { ...tree, words: { ...tree.words, [block]: { ...tree.words?.[block], [field]: text } } } })
  return (
    <Drawer opened={opened} onClose={onClose} title="Second language" size="lg">
      <Stack>
        <NativeSelect
          label="The page is written in"
          data={choices}
          value={language}
          onChange={event => set({ language: event.currentTarget.value as Language })}
        />
        <NativeSelect
          label="Second language"
          data={[{ value: '', label: 'None' }, ...choices.filter(one => one.value !== language)]}
          value={secondLanguage}
          onChange={event => set({ secondLanguage: event.currentTarget.value as Language | '' })}
        />
        {secondLanguage ? (
          <>
            <Text size="sm" c="dimmed">
              What is empty stays as it is. Visitors choose {ownName(secondLanguage as Language)} at the foot of the
              page.
            </Text>
            {phrasesOf(tree).map(({ block, type, field, words: own }) => (
              <Textarea
                key={`${block} ${field}`}
                label={blockNames[type]}
                description={own}
                autosize
                maxRows={12}
                value={tree.words?.[block]?.[field] ?? ''}
                onChange={event => say(block, field, event.currentTarget.value)}
              />
            ))}
          </>
        ) : null}
      </Stack>
    </Drawer>
  )
}
