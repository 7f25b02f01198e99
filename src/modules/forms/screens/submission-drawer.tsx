import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { MemberSelect } from '#clients/widgets/member-select.tsx'
import { HouseholdSuggestions } from '#people/widgets/household-suggestions.tsx'
import { type Language, ownName } from '#public-page/rules/languages.ts'
import { DetailDrawer } from '#ui/detail-drawer.tsx'
import { useFormat } from '#ui/format.tsx'
import { saveFile } from '#ui/save-file.ts'
import { toast, toastError } from '#ui/toast.tsx'
import { useAct } from '#ui/use-act.ts'
import { api, client, fetchFile } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import type { Answers, FileAnswer } from '../rules/answers.ts'
import { isAnswered, isWords } from '../rules/answers.ts'
import { privacyNames } from '../rules/definition.ts'
import { answerText } from '../rules/text.ts'
import classes from './forms.module.css'
import { SubmissionPayment } from './submission-payment.tsx'
import { State, vias } from './submission-state.tsx'

type Submission = Awaited<ReturnType<typeof client.formSubmissions.get>>

/** One submission as it was filled in, and who it is from. */
export function SubmissionDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const one = useQuery(api.formSubmissions.get.queryOptions({ input: { id: id ?? '' }, enabled: id !== null }))
  return (
    <DetailDrawer id={id} onClose={onClose} query={one} title={submission => submission.name} noun="Submission">
      {submission => <Detail submission={submission} onClose={onClose} />}
    </DetailDrawer>
  )
}

function Detail({ submission, onClose }: { submission: Submission; onClose: () => void }) {
  const { dateTime } = useFormat()
  const { createdAt, via, number, privacy, formName, language } = submission
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Group gap="xs">
          <State row={submission} />
          <Text size="sm" c="dimmed">
            {dateTime(createdAt)}
          </Text>
        </Group>
        <Text size="sm" c="dimmed">
          {formName}, version {number} · {vias[via] ?? via}
          {language ? ` · in ${ownName(language as Language)}` : ''}
          {privacy === 'team' ? '' : ` · ${privacyNames[privacy]}`}
        </Text>
      </Stack>
      <QuarantineNotice submission={submission} />
      {submission.payment ? <SubmissionPayment submission={submission} payment={submission.payment} /> : null}
      <Person submission={submission} />
      <AnswerList submission={submission} />
      <Yeses submission={submission} />
      <Actions submission={submission} onClose={onClose} />
    </Stack>
  )
}

const useSubmission = () => useAct(api.formSubmissions.key(), api.forms.key(), api.people.key())

function QuarantineNotice({ submission: { id, state, signs, problem, throwaway, email } }: { submission: Submission }) {
  const act = useSubmission()
  const mayWrite = useMay('people.write')
  const release = () =>
    void act(
      () => client.formSubmissions.notSpam({ selection: { ids: [id] } }),
      'Accepted and processed',
      'Nothing was changed',
    )
  if (problem)
    return (
      <Alert color="red" title="It is saved but not processed">
        <Stack gap="sm" align="start">
          {problem} All answers are saved.
          {mayWrite ? (
            <Button
              size="xs"
              variant="default"
              onClick={() => void act(() => client.formSubmissions.retry({ id }), 'Trying again')}
            >
              Retry
            </Button>
          ) : null}
        </Stack>
      </Alert>
    )
  if (state === 'quarantined' || state === 'spam')
    return (
      <Alert color="yellow" title={state === 'spam' ? 'Marked as spam' : 'In quarantine'}>
        <Stack gap="sm" align="start">
          {signs.length > 0 ? `${signs.join('. ')}.` : 'It was not processed.'}
          {throwaway ? ` ${email} is a disposable email address.` : ''}
          {mayWrite ? (
            <Button size="xs" variant="default" onClick={release}>
              Not spam
            </Button>
          ) : null}
        </Stack>
      </Alert>
    )
  return throwaway ? <Alert color="yellow">{email} is a disposable email address.</Alert> : null
}

const sentences = {
  known: 'Existing person. Missing details were filled in, and nothing was overwritten.',
  new: 'New person.',
  doubt: 'New person, possibly a duplicate. Please check.',
} as const

function Person({ submission: { personId, personName, match, household } }: { submission: Submission }) {
  const mayReply = useMay('conversations.write')
  if (!personId || !personName) return null
  return (
    <Stack gap="xs" align="start">
      <Anchor component={Link} to={`/people/${personId}`} fw={550}>
        {personName}
      </Anchor>
      <Text size="sm" c="dimmed">
        {match ? sentences[match] : ''} {household ? `Household: ${household.name}.` : ''}
      </Text>
      <HouseholdSuggestions personId={personId} />
      {mayReply ? (
        <Button component={Link} to={`/conversations?person=${personId}`} variant="default" size="xs">
          Reply
        </Button>
      ) : null}
    </Stack>
  )
}

/** In the words of the version that was filled in. */
function AnswerList({ submission: { id, definition, payload } }: { submission: Submission }) {
  const answers = payload as Answers
  const asked = definition.fields.filter(({ type, key }) => !isWords(type) && isAnswered(answers[key]))
  return (
    <dl className={classes.answers}>
      {asked.map(({ key, label, type }) => (
        <div key={key}>
          <dt>{label}</dt>
          <dd>
            {type === 'file' ? (
              <Files submissionId={id} files={answers[key] as FileAnswer[]} />
            ) : (
              answerText(answers[key])
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Files({ submissionId, files }: { submissionId: string; files: FileAnswer[] }) {
  const fetched = async ({ id, name }: FileAnswer) => {
    try {
      const response = await fetchFile(`/storage/v1/form-files/${submissionId}/${id}`)
      saveFile(name, await response.blob())
    } catch (error) {
      toastError(error, 'It was not downloaded')
    }
  }
  return (
    <Group gap="xs">
      {files.map(file => (
        <Button
          key={file.id}
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} />}
          onClick={() => void fetched(file)}
        >
          {file.name}
        </Button>
      ))}
    </Group>
  )
}

const channels: Record<string, string> = { email: 'E-mail', sms: 'Texts' }

const Yeses = ({ submission: { consents } }: { submission: Submission }) =>
  consents.length === 0 ? null : (
    <section aria-labelledby="consents">
      <Title order={3} id="consents" mb="xs">
        Consent
      </Title>
      <dl className={classes.answers}>
        {consents.map(({ channel, value, wording }) => (
          <div key={`${channel} ${value}`}>
            <dt>
              {channels[channel] ?? channel} to {value}
            </dt>
            <dd>“{wording}”</dd>
          </div>
        ))}
      </dl>
    </section>
  )

function Actions({ submission, onClose }: { submission: Submission; onClose: () => void }) {
  const act = useSubmission()
  const mayWrite = useMay('people.write')
  const { id, assignedTo, state } = submission
  const selection = { ids: [id] }
  const isSuspected = state === 'spam' || state === 'quarantined'
  return (
    <Stack gap="sm">
      {mayWrite ? (
        <MemberSelect
          label="Assigned to"
          placeholder="Nobody"
          value={assignedTo}
          onChange={value =>
            void act(
              () => client.formSubmissions.assign({ selection, assignedTo: value }),
              'Saved',
              'Nothing was changed',
            )
          }
        />
      ) : null}
      <Group gap="xs">
        {mayWrite && !isSuspected ? (
          <Button
            variant="default"
            size="xs"
            onClick={() => void act(() => client.formSubmissions.markSpam({ selection }), 'Marked as spam')}
          >
            Mark as spam
          </Button>
        ) : null}
        <Trash submission={submission} onClose={onClose} />
      </Group>
    </Stack>
  )
}

function Trash({ submission: { id, deletedAt }, onClose }: { submission: Submission; onClose: () => void }) {
  const act = useSubmission()
  const selection = { ids: [id] }
  const restore = () => act(() => client.formSubmissions.restore({ selection }), 'Restored')
  async function trash() {
    if (!(await act(() => client.formSubmissions.trash({ selection }), undefined, 'The form was not deleted'))) return
    onClose()
    toast('The submission moved to the trash', restore)
  }
  if (!useMay('people.delete')) return null
  return deletedAt ? (
    <Button size="xs" variant="default" onClick={() => void restore()}>
      Restore
    </Button>
  ) : (
    <Button variant="subtle" color="red" size="xs" onClick={() => void trash()}>
      Delete
    </Button>
  )
}
