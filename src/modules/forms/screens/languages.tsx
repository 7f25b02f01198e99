import { ActionIcon, Button, Group, Menu, NativeSelect, Paper, Stack, Text, Title } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { type Language, languages, ownName, staffName } from '#public-page/rules/languages.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Problem } from '#ui/problem.tsx'
import { useMay } from '#web/me.tsx'
import { languagesOf, MOST_LANGUAGES, mainOf } from '../rules/languages.ts'
import { isSpoken } from '../rules/page-words.ts'
import { missingIn, missingSentence } from '../rules/translating.ts'
import { FormPreview } from './form-preview.tsx'
import classes from './forms.module.css'
import { Translation } from './translation.tsx'
import type { Form, FormDraft } from './use-form-draft.ts'

/** One form in several languages: its own words on the left, those of another beside them. */
export function Languages({ form, draft }: { form: Form; draft: FormDraft }) {
  const mayWrite = useMay('content.write')
  const definition = draft.words.draft
  const further = languagesOf(definition).slice(1)
  const [asked, setAsked] = useState<Language>()
  const open = further.find(one => one === asked) ?? further[0]
  return (
    <div className={classes.columns}>
      <fieldset disabled={!mayWrite} className={classes.fieldset}>
        <Stack>
          {draft.conflict ? null : <Problem error={draft.problem} />}
          <Chosen draft={draft} open={open} onOpen={setAsked} mayWrite={mayWrite} />
          {open ? (
            <Translation key={open} draft={draft} language={open} />
          ) : (
            <EmptyState
              title="One language so far"
              text="Add the languages your people speak. Everyone sees the form in their language, and all answers are saved together."
            />
          )}
        </Stack>
      </fieldset>
      <FormPreview form={form} definition={definition} language={open} />
    </div>
  )
}

interface ChosenProps {
  draft: FormDraft
  open: Language | undefined
  onOpen: (language: Language) => void
  mayWrite: boolean
}

function Chosen({ draft, open, onOpen, mayWrite }: ChosenProps) {
  const definition = draft.words.draft
  const main = mainOf(definition)
  const further = languagesOf(definition).slice(1)
  const change = (changes: Partial<typeof definition>) =>
    draft.set(now => ({ ...now, draft: { ...now.draft, ...changes } }))
  const add = (language: Language) => {
    change({ languages: [...further, language] })
    onOpen(language)
  }
  return (
    <Paper p="lg" component="section" aria-label="Languages">
      <Stack gap="md">
        <NativeSelect
          label="Original language"
          value={main}
          data={languages.map(value => ({ value, label: staffName(value) }))}
          onChange={event => {
            const language = event.currentTarget.value as Language
            change({ language, languages: further.filter(one => one !== language) })
          }}
        />
        <Stack gap="xs">
          <Title order={2} size="h4">
            Translations
          </Title>
          {further.map(language => (
            <Row
              key={language}
              language={language}
              count={missingIn(definition, draft.words.handling, language)}
              isOpen={language === open}
              onOpen={() => onOpen(language)}
              onRemove={mayWrite ? () => change({ languages: further.filter(one => one !== language) }) : undefined}
            />
          ))}
          {mayWrite && further.length < MOST_LANGUAGES ? <Add taken={[main, ...further]} onAdd={add} /> : null}
        </Stack>
      </Stack>
    </Paper>
  )
}

interface RowProps {
  language: Language
  count: number
  isOpen: boolean
  onOpen: () => void
  onRemove?: () => void
}

/** A language, how much of it is still missing, and its way out: what was translated comes back with it. */
const Row = ({ language, count, isOpen, onOpen, onRemove }: RowProps) => (
  <Group gap="xs" wrap="nowrap" className={classes.language} data-open={isOpen || undefined}>
    <Button variant="subtle" color="gray" size="compact-md" aria-pressed={isOpen} onClick={onOpen}>
      {staffName(language)}
    </Button>
    <Text span size="sm" c="dimmed" role="status" className={classes.languageState}>
      {missingSentence(count)}
    </Text>
    {onRemove ? (
      <ActionIcon aria-label={`Remove ${ownName(language)}`} onClick={onRemove}>
        <IconX size={16} stroke={1.75} />
      </ActionIcon>
    ) : null}
  </Group>
)

const Add = ({ taken, onAdd }: { taken: Language[]; onAdd: (language: Language) => void }) => (
  <Menu position="bottom-start">
    <Menu.Target>
      <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} className={classes.addLanguage}>
        Add a language
      </Button>
    </Menu.Target>
    <Menu.Dropdown mah="50vh" style={{ overflowY: 'auto' }}>
      {languages
        .filter(one => !taken.includes(one))
        .map(one => (
          <Menu.Item key={one} lang={one} onClick={() => onAdd(one)}>
            {staffName(one)}
            {isSpoken(one) ? null : (
              <Text size="xs" c="dimmed">
                Next, Back and the like stay in English
              </Text>
            )}
          </Menu.Item>
        ))}
    </Menu.Dropdown>
  </Menu>
)
