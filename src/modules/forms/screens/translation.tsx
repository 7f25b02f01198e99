import { Paper, Stack, Text, Textarea } from '@mantine/core'
import type { Reply } from '../rules/definition.ts'
import { directionOf, type Language, mainOf, ownName } from '../rules/languages.ts'
import {
  type ReplyText,
  type Text as Told,
  textsOfField,
  textsOfPage,
  textsOfReply,
  wordsOf,
} from '../rules/translating.ts'
import classes from './forms.module.css'
import { type FormDraft, fieldChanges, type LocalField } from './use-form-draft.ts'

interface TranslationProps {
  draft: FormDraft
  language: Language
}

/** Every text of the form, each beside what it is called in the other language. */
export function Translation({ draft, language }: TranslationProps) {
  const { words, set, errors } = draft
  const definition = words.draft
  const changes = fieldChanges(draft)
  const putPage = (one: Told, text: string) =>
    set(now => {
      const { words: known } = now.draft
      return {
        ...now,
        draft: { ...now.draft, words: { ...known, [language]: { ...known?.[language], ...one.put(text) } } },
      }
    })
  const putField = (field: LocalField, one: Told, text: string) =>
    changes.set(field.uid, {
      words: { ...field.words, [language]: { ...wordsOf(field, language), ...one.put(text) } },
    })
  const putReply = (reply: Reply) =>
    set(now => ({ ...now, handling: { ...now.handling, replies: { ...now.handling.replies, [language]: reply } } }))
  const common = { language, main: mainOf(definition) }
  return (
    <Paper p="lg" component="section" aria-label={`In ${ownName(language)}`}>
      <Stack gap={0}>
        <Part
          {...common}
          title="The page"
          texts={textsOfPage(definition, language)}
          errorOf={({ part }) => errors[`draft.words.${language}.${part}`]}
          onPut={putPage}
        />
        <Part
          {...common}
          title="The answer by e-mail"
          texts={textsOfReply(words.handling, language)}
          errorOf={({ part }) => errors[`handling.replies.${language}.${part}`]}
          onPut={(one, text) => putReply(one.put(text))}
        />
        {definition.fields.map((field, i) => {
          const at = `draft.fields.${i}.words`
          return (
            <Part
              key={field.uid}
              {...common}
              title={field.label}
              texts={textsOfField(field, language)}
              errorOf={({ part }) => errors[`${at}.${language}.${part.replace('option ', 'options.')}`]}
              problem={errors[at]}
              onPut={(one, text) => putField(field, one, text)}
            />
          )
        })}
      </Stack>
    </Paper>
  )
}

interface PartProps<One extends Told | ReplyText> {
  title: string
  texts: One[]
  language: Language
  main: Language
  errorOf: (text: One) => string | undefined
  problem?: string
  onPut: (text: One, words: string) => void
}

function Part<One extends Told | ReplyText>({ title, texts, language, main, errorOf, problem, onPut }: PartProps<One>) {
  if (texts.length === 0) return null
  return (
    <Stack gap="xs" component="section" aria-label={title} className={classes.told}>
      {problem ? (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      ) : null}
      {texts.map(text => (
        <div key={text.part} className={classes.pair}>
          <div>
            <Text size="xs" c="dimmed">
              {text.name}
            </Text>
            <Text lang={main} dir={directionOf(main)} className={classes.original}>
              {text.original}
            </Text>
          </div>
          <Textarea
            aria-label={`${text.name} of ${title} in ${ownName(language)}`}
            placeholder="Not translated yet"
            lang={language}
            dir={text.told ? directionOf(language) : undefined}
            autosize
            minRows={1}
            maxRows={8}
            value={text.told}
            error={errorOf(text)}
            onChange={event => onPut(text, event.currentTarget.value)}
          />
        </div>
      ))}
    </Stack>
  )
}
