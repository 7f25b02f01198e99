import { Checkbox, Text, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { FormDialog } from '#ui/form-dialog.tsx'
import { client } from '#web/api.ts'
import { useAssistantAct } from '../widgets/use-assistant.ts'

export type Source = Awaited<ReturnType<typeof client.knowledge.list>>['items'][number]

interface SourceFormProps {
  kind: 'faq' | 'page'
  source?: Source
  /** that it answers */
  question?: { id: string; question: string }
  onClose: () => void
}

const dayOf = (at: Date | string | null | undefined) => (at ? new Date(at).toISOString().slice(0, 10) : '')

/** What the assistant may say: a question with its answer, or a page. */
export function SourceForm({ kind, source, question, onClose }: SourceFormProps) {
  const act = useAssistantAct()
  const isFaq = kind === 'faq'
  const form = useForm<Values>({
    initialValues: {
      title: source?.title ?? question?.question ?? '',
      body: source?.body ?? '',
      link: source?.link ?? '',
      isDoctrine: source?.isDoctrine ?? false,
      expires: dayOf(source?.expiresAt),
    },
  })
  const noun = isFaq ? 'question and answer' : 'page'
  const isFile = source?.kind === 'file'
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={source ? 'Edit source' : `Add a ${noun}`}
      submitLabel="Save"
      form={form}
      onSubmit={async ({ expires, body, ...values }) => {
        const given = { ...values, expiresAt: expires ? new Date(`${expires}T23:59:59`) : null }
        const text = isFile ? {} : { body }
        if (source) await client.knowledge.update({ id: source.id, version: source.version, ...given, ...text })
        else await client.knowledge.create({ kind, ...given, body, ...(question && { questionId: question.id }) })
        await act(async () => undefined, 'Saved. The assistant answers from it now.')
      }}
    >
      <Fields form={form} isFaq={isFaq} fileName={isFile ? source.fileName : null} />
    </FormDialog>
  )
}

interface Values extends Record<string, unknown> {
  title: string
  body: string
  link: string
  isDoctrine: boolean
  expires: string
}
interface FieldsProps {
  form: UseFormReturnType<Values>
  isFaq: boolean
  fileName: string | null
}
function Fields({ form, isFaq, fileName }: FieldsProps) {
  return (
    <>
      <TextInput label={isFaq ? 'Question' : 'Title'} maxLength={200} data-autofocus {...form.getInputProps('title')} />
      {fileName ? (
        <Text size="sm">Its text comes from the file {fileName}.</Text>
      ) : (
        <Textarea
          label={isFaq ? 'Answer' : 'Text'}
          description={isFaq ? 'People get these words, so write whole sentences.' : 'One paragraph for each topic.'}
          autosize
          minRows={isFaq ? 3 : 8}
          maxRows={20}
          {...form.getInputProps('body')}
        />
      )}
      <TextInput
        label="Link"
        description="A page that says more. It is shown with the answer."
        {...form.getInputProps('link')}
      />
      <TextInput
        type="date"
        label="Use until"
        description="Leave it empty if it stays true."
        {...form.getInputProps('expires')}
      />
      <Checkbox
        label="Speaks for us in questions of belief"
        {...form.getInputProps('isDoctrine', { type: 'checkbox' })}
      />
    </>
  )
}
