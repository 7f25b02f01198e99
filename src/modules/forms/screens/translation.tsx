import { Paper, Stack, Text, Textarea } from '@mantine/core'
import { directionOf, type Language, ownName } from '#public-page/rules/languages.ts'
import { mainOf } from '../rules/languages.ts'
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

/** What writes a translation where it belongs: the page, the answer by mail, a field. */
function putsOf({ set }: FormDraft, language: Language) {
  const page = (one: Told, text: string) =>
    set(now => {
      const { words } = now.draft
      return {
        ...now,
        draft: { ...now.draft, words: { ...words, [language]: { ...words?.[language], ...one.put(text) } } },
      }
    })
  const reply = (one: ReplyText, text: string) =>
    set(now => {
      const { handling } = now
      return { ...now, handling: { ...handling, replies: { ...handling.replies, [language]: one.put(text) } } }
    })
  const field = (field: LocalField, one: Told, text: string) => ({
    words: { ...field.words, [language]: { ...wordsOf(field, language), ...one.put(text) } },
  })
  return { page, reply, field }
}

/** Every text of the form, each beside what it is called in the other language. */
export function Translation({ draft, language }: TranslationProps) {
  const { words, errors } = draft
  const definition = words.draft
  const changes = fieldChanges(draft)
  const put = putsOf(draft, language)
  const common = { language, main: mainOf(definition) }
  return (
    <Paper p="lg" component="section" aria-label={`In ${ownName(language)}`}>
      <Part
        {...common}
        title="The page"
        texts={textsOfPage(definition, language)}
        errorOf={({ part }) => errors[`draft.words.${language}.${part}`]}
        onPut={put.page}
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
            onPut={(one, text) => changes.set(field.uid, put.field(field, one, text))}
          />
        )
      })}
      <Part
        {...common}
        title="Confirmation email"
        texts={textsOfReply(words.handling, language)}
        errorOf={({ part }) => errors[`handling.replies.${language}.${part}`]}
        onPut={put.reply}
      />
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
