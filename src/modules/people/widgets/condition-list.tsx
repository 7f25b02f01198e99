import { ActionIcon, Button, Group, Menu, SegmentedControl, Text, Tooltip } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { Fragment } from 'react'
import { type Choice, choices, customChoices, missing } from '../segments/rules/catalogue.ts'
import type { Condition, ConditionGroup, Conditions } from '../segments/rules/condition.ts'
import { ConditionFields } from './condition-fields.tsx'
import classes from './segment.module.css'
import { useCustomFields } from './use-custom-fields.ts'

interface ListProps<T extends Conditions | ConditionGroup> {
  conditions: T
  onChange: (conditions: T) => void
  /** says what is missing in each */
  errors: boolean
  /** inside a group no further one may stand */
  nested?: boolean
}
type One = Condition | ConditionGroup

/** Conditions one under the other, how they are joined, and the buttons that add to them. */
export function ConditionList<T extends Conditions | ConditionGroup>(props: ListProps<T>) {
  const { conditions, onChange, errors, nested = false } = props
  const { match } = conditions
  const of = conditions.of as One[]
  const set = (list: One[]) => onChange({ ...conditions, of: list })
  const replace = (at: number, one: One | null) =>
    set(one ? of.map((old, n) => (n === at ? one : old)) : of.filter((_, n) => n !== at))
  return (
    <div className={classes.conditions}>
      {of.length > 1 || nested ? (
        <Joining match={match} nested={nested} onChange={changed => onChange({ ...conditions, match: changed })} />
      ) : null}
      {of.map((one, at) => (
        <Fragment key={at}>
          {at > 0 ? <span className={classes.joint}>{match === 'all' ? 'and' : 'or'}</span> : null}
          {one.kind === 'group' ? (
            <Nested group={one} errors={errors} onChange={changed => replace(at, changed)} />
          ) : (
            <Row condition={one} errors={errors} onChange={changed => replace(at, changed)} />
          )}
        </Fragment>
      ))}
      <Group gap="xs">
        <Adding disabled={of.length >= 20} onAdd={one => set([...of, one])} />
        {nested || of.length === 0 ? null : (
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={of.length >= 20}
            onClick={() =>
              set([...of, { kind: 'group', match: match === 'all' ? 'any' : 'all', of: [choices[0]!.make()] }])
            }
          >
            Add a group
          </Button>
        )}
      </Group>
    </div>
  )
}

interface JoiningProps {
  match: 'all' | 'any'
  nested: boolean
  onChange: (match: 'all' | 'any') => void
}

const Joining = ({ match, nested, onChange }: JoiningProps) => (
  <Group gap="xs">
    <Text size="sm" c="dimmed">
      People who match
    </Text>
    <SegmentedControl
      size="xs"
      aria-label={nested ? 'Match in this group' : 'Match'}
      value={match}
      data={[
        { value: 'all', label: 'all of these' },
        { value: 'any', label: 'any of these' },
      ]}
      onChange={value => onChange(value as 'all' | 'any')}
    />
  </Group>
)

interface NestedProps {
  group: ConditionGroup
  errors: boolean
  onChange: (group: ConditionGroup | null) => void
}

/** A group without conditions is none. */
const Nested = ({ group, errors, onChange }: NestedProps) => (
  <div className={classes.nested}>
    <ConditionList
      conditions={group}
      errors={errors}
      nested
      onChange={changed => onChange(changed.of.length > 0 ? changed : null)}
    />
  </div>
)

interface RowProps {
  condition: Condition
  errors: boolean
  onChange: (condition: Condition | null) => void
}

function Row({ condition, errors, onChange }: RowProps) {
  const lacking = errors ? missing(condition) : null
  return (
    <div className={classes.condition}>
      <div className={classes.fields}>
        <ConditionFields condition={condition} onChange={onChange} />
        {lacking ? (
          <Text c="red" size="xs" role="alert" w="100%">
            {lacking}
          </Text>
        ) : null}
      </div>
      <Tooltip label="Remove this condition">
        <ActionIcon size={36} aria-label="Remove this condition" onClick={() => onChange(null)}>
          <IconTrash size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}

const sections = [...new Set(choices.map(choice => choice.under))].flatMap(under =>
  under === 'Dates' ? (['Your fields', under] as const) : [under],
)

function Adding({ disabled, onAdd }: { disabled: boolean; onAdd: (condition: Condition) => void }) {
  const { fields } = useCustomFields()
  const all = [...choices, ...customChoices(fields)]
  const item = ({ key, label, make }: Choice) => (
    <Menu.Item key={key} onClick={() => onAdd(make())}>
      {label}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-sm"
          disabled={disabled}
          leftSection={<IconPlus size={14} stroke={1.75} />}
        >
          Add a condition
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={classes.menu}>
        {sections
          .filter(under => all.some(choice => choice.under === under))
          .map(under => (
            <Fragment key={under}>
              <Menu.Label>{under}</Menu.Label>
              {all.filter(choice => choice.under === under).map(item)}
            </Fragment>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
