import { Badge, Button, Group, Menu, Skeleton, Text } from '@mantine/core'
import { IconDots, IconMicrophone, IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { confirm } from '#ui/confirm.tsx'
import { counted } from '#ui/counted.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorPanel } from '#ui/error-panel.tsx'
import { FilterSelect } from '#ui/filter-select.tsx'
import { useFormat } from '#ui/format.tsx'
import { SearchBox } from '#ui/search-box.tsx'
import { useAct } from '#ui/use-act.ts'
import { useDetail } from '#ui/use-detail.ts'
import { useList } from '#ui/use-list.ts'
import { api, client } from '#web/api.ts'
import { useMay } from '#web/me.tsx'
import { categoryLabels, scriptCategories } from '../rules/states.ts'
import { useLengthWords } from '../widgets/use-length-words.ts'
import classes from './robocalls.module.css'
import { type Script, ScriptEditor } from './script-editor.tsx'
import { ScriptTest } from './script-test.tsx'
import { ScriptVersions } from './script-versions.tsx'

const categories = scriptCategories.map(value => ({ value, label: categoryLabels[value] }))

/** What campaigns say: cards to edit, hear and copy. */
export function ScriptsTab() {
  const maySend = useMay('messaging.send')
  const detail = useDetail('script')
  const { state, source } = useList(api.voiceScripts.list, {
    sort: 'name',
    filters: ['category'],
    prefix: 'scripts',
    limit: 24,
    live: ['voice-scripts', 'campaigns'],
  })
  const begin = maySend ? (
    <Button leftSection={<IconPlus size={16} stroke={1.75} />} variant="default" onClick={() => detail.open('new')}>
      New Script
    </Button>
  ) : null
  return (
    <section aria-label="Voice scripts">
      <div className={`${classes.bar} ${classes.filters}`}>
        <SearchBox value={state.q} onChange={state.setQ} placeholder="Search scripts" />
        <FilterSelect state={state} name="category" label="Category" any="Any category" options={categories} />
        {begin}
      </div>
      {source.error && source.rows.length === 0 ? (
        <ErrorPanel error={source.error} what="the scripts" onRetry={source.retry} />
      ) : source.pending ? (
        <div className={classes.cards}>
          <Skeleton height={180} />
          <Skeleton height={180} />
        </div>
      ) : source.rows.length === 0 ? (
        <Nothing isNarrowed={state.narrowed} onClear={state.clear} begin={begin} />
      ) : (
        <div className={classes.cards}>
          {source.rows.map(script => (
            <Card key={script.id} script={script} maySend={maySend} onEdit={() => detail.open(script.id)} />
          ))}
        </div>
      )}
      {source.hasMore ? (
        <Button variant="default" mt="md" loading={source.loadingMore} onClick={source.loadMore}>
          Load more
        </Button>
      ) : null}
      {detail.id && maySend ? <ScriptEditor key={detail.id} id={detail.id} onClose={detail.close} /> : null}
    </section>
  )
}

interface NothingProps {
  isNarrowed: boolean
  onClear: () => void
  begin: ReactNode
}

const Nothing = ({ isNarrowed, onClear, begin }: NothingProps) =>
  isNarrowed ? (
    <EmptyState
      title="No scripts match this"
      text="Try fewer words or another category."
      action={
        <Button variant="default" onClick={onClear}>
          Clear search and filters
        </Button>
      }
    />
  ) : (
    <EmptyState
      title="No scripts yet"
      text="A script is what a call says: words that are read aloud, or your own recording. Write one, listen to it, and use it in any campaign."
      action={begin}
    />
  )

interface CardProps {
  script: Script
  maySend: boolean
  onEdit: () => void
}

function Card({ script, maySend, onEdit }: CardProps) {
  const { number } = useFormat()
  const [isTesting, setIsTesting] = useState(false)
  const lengthWords = useLengthWords()
  const { name, category, content, recordingId, duration, usage, problems } = script
  const blocking = problems.find(one => one.blocks)
  return (
    <article className={classes.card} aria-label={name}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text fw={600}>{name}</Text>
        <Badge variant="light" tt="none" className={classes.badge}>
          {categoryLabels[category]}
        </Badge>
      </Group>
      <Text size="sm" c="dimmed" lineClamp={3} className={classes.words}>
        {recordingId ? (
          <>
            <IconMicrophone size={14} stroke={1.75} aria-hidden /> Your own recording
          </>
        ) : (
          content
        )}
      </Text>
      {blocking ? (
        <Text size="sm" c="red">
          {blocking.message}
        </Text>
      ) : null}
      <Text size="sm" data-figures>
        {lengthWords(duration)} · {usage === 0 ? 'not used yet' : `used in ${counted(usage, 'calls', number)}`}
      </Text>
      <Group gap="xs">
        {maySend ? (
          <Button size="compact-sm" variant="default" aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
        ) : null}
        <Button size="compact-sm" variant="default" aria-label={`Test ${name}`} onClick={() => setIsTesting(true)}>
          Test
        </Button>
        <CardMenu script={script} maySend={maySend} />
      </Group>
      {isTesting ? <ScriptTest script={script} onClose={() => setIsTesting(false)} /> : null}
    </article>
  )
}

function CardMenu({ script, maySend }: { script: Script; maySend: boolean }) {
  const act = useAct(api.voiceScripts.key())
  const [isOpen, setIsOpen] = useState(false)
  const { id, name } = script
  const remove = async () => {
    const sure = await confirm({
      title: `Delete “${name}”?`,
      text: 'Campaigns that used it keep what they said.',
      confirm: 'Delete script',
      danger: true,
    })
    if (sure) await act(() => client.voiceScripts.remove({ id }), 'Script deleted', 'The script was not deleted')
  }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button size="compact-sm" variant="subtle" color="gray" aria-label={`More for ${name}`}>
            <IconDots size={16} stroke={1.75} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setIsOpen(true)}>Earlier versions</Menu.Item>
          {maySend ? (
            <>
              <Menu.Item onClick={() => void act(() => client.voiceScripts.duplicate({ id }), 'Script duplicated')}>
                Duplicate
              </Menu.Item>
              <Menu.Item color="red" onClick={() => void remove()}>
                Delete
              </Menu.Item>
            </>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {isOpen ? <ScriptVersions script={script} maySend={maySend} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
