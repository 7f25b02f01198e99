import { Button, Group, Stack, Text } from '@mantine/core'
import { IconLock, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { type Line, usePlayback } from '#ui/use-playback.ts'
import { useMe } from '#web/me.tsx'
import type { ScriptValues } from '../rules/script.ts'
import {
  type Speech,
  type SpokenCampaign,
  STOP_LINE,
  speechForMachine,
  speechForPerson,
  spokenNumber,
} from '../rules/speech.ts'
import classes from './robocall-widgets.module.css'
import { useVoiceNumbers } from './use-voice-numbers.ts'

interface SpeechPreviewProps {
  spoken: Pick<SpokenCampaign, 'content' | 'voicemail'>
  language: string
  /** Where the recording is heard that is played instead of words. */
  recordingUrl: string | null
  hasRecording: boolean
  values?: ScriptValues
  /** Empty: the default number. */
  callerNumber?: string
}

/** Someone to greet. */
export const SAMPLE_VALUES: ScriptValues = { firstName: 'Ann', lastName: 'Miller' }

/** What a person and a machine hear, word by word; what Lampstand adds can't be removed. */
export function SpeechPreview(props: SpeechPreviewProps) {
  const { spoken, hasRecording, values = SAMPLE_VALUES, callerNumber } = props
  const church = useMe().account.name
  const { numbers } = useVoiceNumbers()
  const number = callerNumber || numbers[0]?.number
  const us = { church, number: number ? spokenNumber(number) : 'your number' }
  const campaign = { ...spoken, hasRecording, canConnect: true }
  return (
    <div className={classes.heard}>
      <Heard {...props} title="A person hears" speech={speechForPerson(campaign, values, us)} />
      <Heard {...props} title="Voicemail hears" speech={speechForMachine(campaign, values, us)} />
    </div>
  )
}

/** What nobody can take out of a call. */
const isAdded = (text: string, at: number, speech: Speech) =>
  text === STOP_LINE ||
  text.startsWith('This is a recorded message from ') ||
  (at > 0 && at === speech.length - 1 && /press (1|9)\b/.test(text))

interface HeardProps extends SpeechPreviewProps {
  title: string
  speech: Speech
}

function Heard({ title, speech, language, recordingUrl }: HeardProps) {
  const lines = speech.map(
    (piece): Line =>
      'say' in piece ? { text: piece.say, language, url: null } : { text: '', language, url: recordingUrl },
  )
  const { playing, problem, play, stop } = usePlayback(lines.filter(one => one.text || one.url))
  const Icon = playing ? IconPlayerStop : IconPlayerPlay
  return (
    <Stack gap="xs" role="group" aria-label={title}>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {title}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon size={14} stroke={1.75} />}
          aria-label={playing ? `Stop: ${title}` : `Play: ${title}`}
          onClick={() => (playing ? stop() : void play())}
        >
          {playing ? 'Stop' : 'Play'}
        </Button>
      </Group>
      <div className={classes.bubble}>
        {speech.map((piece, at) =>
          'say' in piece ? (
            <Said key={at} text={piece.say} isLocked={isAdded(piece.say, at, speech)} />
          ) : (
            <span key={at}>[Your recording] </span>
          ),
        )}
      </div>
      {problem ? (
        <Text size="sm" role="status">
          {problem}
        </Text>
      ) : null}
    </Stack>
  )
}

/** The digits of a number stay on one line. */
const joinDigits = (text: string) => text.replace(/(?<=\d,?) (?=\d)/g, '\u00a0')

const Said = ({ text, isLocked }: { text: string; isLocked: boolean }) =>
  isLocked ? (
    <span className={classes.locked} title="Added by Lampstand. It can’t be removed.">
      <IconLock size={12} stroke={1.75} aria-hidden /> {joinDigits(text)}{' '}
    </span>
  ) : (
    <span>{text} </span>
  )
