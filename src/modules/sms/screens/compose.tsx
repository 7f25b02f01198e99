import { Anchor, Text } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { PageHeader } from '#ui/page-header.tsx'
import { Panel } from '#ui/panel.tsx'
import { useMe } from '#web/me.tsx'
import { titled } from '#web/title.ts'
import { preview } from '../rules/counting.ts'
import { withPoll } from '../rules/poll.ts'
import { SendForm } from './send-form.tsx'
import classes from './sms.module.css'
import { type Draft, useSendForm } from './use-send-form.ts'

export const meta = () => titled('Compose a text')

/** A text to many: to whom and what on the left, as it looks on a phone on the right. */
export default function ComposeScreen() {
  const navigate = useNavigate()
  const form = useSendForm(() => void navigate('/sms'))
  return (
    <>
      <Anchor component={Link} to="/sms" size="sm">
        ← SMS Marketing
      </Anchor>
      <PageHeader title="Compose a text" purpose="Choose who gets it, write it, and see it as it arrives." />
      <div className={classes.columns}>
        <SendForm form={form} />
        <div className={classes.aside}>
          <Preview draft={form.draft} />
        </div>
      </div>
    </>
  )
}

/** The first text that someone gets from the church; a second version beside it. */
function Preview({ draft: { body, poll, split } }: { draft: Draft }) {
  const { name: businessName } = useMe().account
  const church = { businessName, origin: typeof window === 'undefined' ? '' : window.location.origin }
  const versions = (split ? [body, split.body] : [withPoll(body, poll)]).map(words => preview(words, church))
  const written = versions.filter(Boolean)
  return (
    <Panel title="Preview">
      <div className={classes.phone}>
        <Text fw={600} ta="center" mb="md">
          {businessName}
        </Text>
        {written.length === 0 ? (
          <Text size="sm" c="dimmed" ta="center">
            Your message appears here as you type.
          </Text>
        ) : null}
        {versions.map((text, n) =>
          text ? (
            <div key={n}>
              {split ? (
                <Text size="xs" c="dimmed" mt="xs">
                  Version {n === 0 ? 'A' : 'B'}
                </Text>
              ) : null}
              <div className={classes.bubble}>{text}</div>
            </div>
          ) : null,
        )}
      </div>
      <Text size="sm" c="dimmed" mt="xs">
        Shown with a sample name, as someone sees it who hears from you for the first time.
      </Text>
    </Panel>
  )
}
