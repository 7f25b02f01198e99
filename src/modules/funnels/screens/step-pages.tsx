import { ActionIcon, Anchor, Button, Group, NativeSelect, NumberInput, Text } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { newId } from '#ui/new-id.ts'
import { useAct } from '#ui/use-act.ts'
import { api, client } from '#web/api.ts'
import { MOST_VARIANTS, type Variant } from '../rules/steps.ts'
import classes from './funnels.module.css'
import type { SetStep, StepPanelProps } from './step-panel.tsx'

type PagesProps = StepPanelProps & { set: SetStep }
const letters = 'ABCD'

/** The page of a step, or the pages of its A/B test: chosen among the church's own, or made new. */
export function StepPages(props: PagesProps) {
  const { step, disabled, set } = props
  const several = step.variants.length > 1
  const add = () => set({ variants: [...step.variants, { id: newId(), pageId: null, weight: 1 }] })
  return (
    <div>
      {step.variants.map((variant, at) => (
        <div key={variant.id} className={classes.variant}>
          <PageFields {...props} variant={variant} letter={letters[at]!} several={several} />
          <PageActions {...props} variant={variant} letter={letters[at]!} several={several} />
        </div>
      ))}
      {disabled || step.variants.length >= MOST_VARIANTS ? null : (
        <Button
          mt="xs"
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.75} />}
          onClick={add}
        >
          {step.variants.length === 0 ? 'Add a page' : 'Add a page to test against'}
        </Button>
      )}
      {several ? (
        <Text size="sm" c="dimmed">
          A visitor sees the same page every time. Weights say how many see each: 1 and 1 is half and half.
        </Text>
      ) : null}
    </div>
  )
}

type VariantProps = PagesProps & { variant: Variant; letter: string; several: boolean }
const put = ({ step, variant, set }: VariantProps, changes: Partial<Variant>) =>
  set({ variants: step.variants.map(one => (one.id === variant.id ? { ...one, ...changes } : one)) })

function PageFields(props: VariantProps) {
  const { variant, letter, several, disabled } = props
  const pages = useQuery(
    api.pages.list.queryOptions({ input: { limit: 200, sort: 'name' }, meta: { live: ['pages'] } }),
  )
  const weighed = (value: string | number) => Math.min(100, Math.max(1, Math.round(Number(value) || 1)))
  return (
    <>
      <NativeSelect
        label={several ? `Page ${letter}` : 'Page'}
        disabled={disabled}
        value={variant.pageId ?? ''}
        data={[
          { value: '', label: 'Choose a page' },
          ...(pages.data?.items ?? []).map(one => ({ value: one.id, label: one.name })),
        ]}
        onChange={event => put(props, { pageId: event.currentTarget.value || null })}
      />
      {several ? (
        <NumberInput
          label="Weight"
          min={1}
          max={100}
          disabled={disabled}
          value={variant.weight}
          onChange={value => put(props, { weight: weighed(value) })}
        />
      ) : (
        <span />
      )}
    </>
  )
}

function PageActions(props: VariantProps) {
  const { funnel, draft, step, variant, letter, several, disabled, set } = props
  const navigate = useNavigate()
  const act = useAct(api.pages.key(), api.funnels.key())
  async function make() {
    let pageId = ''
    const create = async () =>
      void ({ id: pageId } = await client.pages.create({ template: 'blank', name: `${funnel.name}: ${step.name}` }))
    if (!(await act(create, undefined, 'The page was not created'))) return
    put(props, { pageId })
    if (await draft.flush()) navigate(`/page-builder/${pageId}`)
  }
  return (
    <Group gap={4} wrap="nowrap">
      {variant.pageId ? (
        <Anchor component={Link} to={`/page-builder/${variant.pageId}`} size="sm">
          Edit page
        </Anchor>
      ) : disabled ? null : (
        <Button size="compact-sm" variant="default" onClick={() => void make()}>
          New page
        </Button>
      )}
      {several && !disabled ? (
        <ActionIcon
          variant="subtle"
          aria-label={`Remove page ${letter}`}
          onClick={() => set({ variants: step.variants.filter(one => one !== variant) })}
        >
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      ) : null}
    </Group>
  )
}
