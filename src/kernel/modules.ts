import type * as Tabler from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Permission, Role } from './permissions.ts'

/** Name of a Tabler icon; the build collects those that manifests name into `web/icons.json`. */
export type IconName = Extract<keyof typeof Tabler, `Icon${string}`>
/** A widget whose code is fetched when it is shown: `() => import('./widgets/tile.tsx').then(file => file.Tile)`. */
export type Lazy<Props = object> = () => Promise<ComponentType<Props>>

/** A screen by its file; `frame` is what surrounds it. */
export interface ModuleRoute {
  /** React Router's pattern without the leading slash; empty for the first page of the site */
  path: string
  /** from the module's folder: `screens/leads.tsx` */
  file: string
  /** `app`: signed in, with sidebar; `plain`: theme and overlays alone; `public`: no frame, may be sent without JavaScript */
  frame: 'app' | 'plain' | 'public'
}

export const navigationGroups = ['Overview', 'People', 'Outreach', 'Ministry', 'Tools'] as const
export interface NavEntry {
  label: string
  path: string
  group: (typeof navigationGroups)[number]
  /** from low to high within its group */
  order: number
  icon: IconName
  /** shown to roles that have it, or to operators */
  permission?: Permission
  platformAdmin?: boolean
  /** a count beside the label, such as what is unread */
  badge?: Lazy
}

/** Something to start from anywhere: the create menu and the command palette offer it. */
export interface NavAction {
  label: string
  path: string
  order: number
  icon: IconName
  permission: Permission
}

/** A tile or panel of the dashboard. */
export interface DashboardTile {
  /** stands in its place until its code is there: the label of a figure, the title of a panel */
  label: string
  /** `top`: above the rest, while it has something to say; `figure`: a number in the first row; `half` and `full`: panels below */
  size: 'top' | 'figure' | 'half' | 'full'
  /** from low to high among those of its size */
  order: number
  /** all of them are needed to see it */
  permissions: Permission[]
  load: Lazy
}

/** What a row of "Who needs me today" tells the panel around it. */
export interface NeedProps {
  onState: (state: { name: string; state: 'loading' | 'some' | 'none' }) => void
}
export interface Need {
  name: string
  order: number
  permission: Permission
  load: Lazy<NeedProps>
}

/** How an entry of a person's timeline reads, from the ids and states that were kept with it. */
export interface TimelineKind {
  sentence: (data: Record<string, unknown>) => string
  /** where it leads, if anywhere */
  href?: (data: Record<string, unknown>) => string | null
  icon?: IconName
}

/** Something that members are notified of, and whether (or to which roles) it is also sent by email unless they say otherwise. */
export interface NotificationKind {
  label: string
  mail: boolean | readonly Role[]
  /** a page that shows what it says now */
  preview?: string
}

export type Tone = 'blue' | 'yellow' | 'green' | 'purple' | 'red' | 'grey'

export interface MergeTag {
  group: string
  label: string
  /** what stands there in a preview */
  sample: string
}

/** A part of a form that an automation, a segment or a page shows for one of its pieces. */
export interface FormProps<Value = Record<string, unknown>> {
  value: Value
  onChange: (value: Value) => void
}
/** What something chosen by id is called: `name('tag', value.tagId)`. */
export type NameOf = (kind: string, id: unknown) => string
interface Piece {
  label: string
  icon?: IconName
  form?: Lazy<FormProps>
  /** What the form kept, in words: of a trigger after "when …", of an action as a command; no period. */
  sentence?: (value: Record<string, unknown>, name: NameOf) => string
}
export type SegmentCondition = Piece & Required<Pick<Piece, 'sentence'>>
/** `permission` is needed to add it to a workflow; of a trigger also to see who was in such a workflow. */
export type AutomationTrigger = Piece & { permission?: Permission }
export type AutomationAction = Piece & { permission: Permission }
/** A block of pages or emails. What it shows on a page is drawn by `pageBlocks` of the server module. */
export type Block = Piece & Required<Pick<Piece, 'form'>>

/** A piece that a screen of another module shows beside its own. */
export interface ModulePanel<Props> {
  label: string
  order: number
  permission: Permission
  load: Lazy<Props>
}
export interface Panels {
  person: ModulePanel<{ personId: string }>[]
  composer: ModulePanel<{ personId: string }>[]
  conversation: ModulePanel<{ conversationId: string; onUse: (text: string) => void }>[]
  message: ModulePanel<{ messageId: string }>[]
  /** a part of the page of one's own profile, below the name, whatever role one has */
  profile: Omit<ModulePanel<object>, 'permission'>[]
  /** a part of Settings; those of one section share a tab */
  settings: (ModulePanel<object> & { section: string })[]
}

/** What stands on the church's calendar beside appointments, by the key under which `module.server.ts` lists it. */
export interface CalendarEntryKind {
  /** of one, such as "Sermon" */
  label: string
  /** of all of them, in the filter */
  plural: string
  icon: IconName
  /** needed for all rows, not only one's own, to see it */
  permission: Permission
  /** realtime topic that says that some have changed */
  topic: string
  /** @param id the entry's own, or the `targetId` that it names */
  href: (id: string) => string
}
/** Campaigns of a channel, by the name of their kind: in the list of all campaigns, and in the dialog that begins one. */
export interface CampaignChannel {
  label: string
  icon: IconName
  order: number
  href: (id: string) => string
  /** what a new one begins with */
  create: Lazy<{ onClose: () => void }>
}
/** A page of a church's portal for people; the module answers `/my/{church}/{path}` itself, see docs/adding.md. */
export interface PortalSection {
  label: string
  description: string
  order: number
  path: string
}

/**
 * Where a test that opens every screen finds values for the parameters of an address: in the first item of a list of the REST
 * API, asked for as the demo church's owner.
 */
export type SampleId =
  | {
      /** below /rest/v1, with its query: `/segments?limit=1` */
      list: string
      /** which field of the item stands for which parameter, with dots for one inside another; `id` for those not named */
      fields?: Record<string, string>
      /** names of a field that the item has, and of one that is missing, empty or false */
      having?: string
      lacking?: string
    }
  | { values: Record<string, string> }

/** What a module brings to screens, safe for browsers: data and lazy imports. Keys of records are unique across modules. */
export interface Manifest {
  name: string
  routes?: ModuleRoute[]
  navigation?: NavEntry[]
  actions?: NavAction[]
  tiles?: DashboardTile[]
  needs?: Need[]
  timelineKinds?: Record<string, TimelineKind>
  notificationKinds?: Record<string, NotificationKind>
  /** tones of states, by what they are states of */
  statuses?: Record<string, Record<string, Tone>>
  /** realtime topics and the permission that hears of them; a topic that no module names reaches nobody */
  topics?: Record<string, Permission>
  mergeTags?: Record<string, MergeTag>
  segmentConditions?: Record<string, SegmentCondition>
  automationTriggers?: Record<string, AutomationTrigger>
  automationActions?: Record<string, AutomationAction>
  pageBlocks?: Record<string, Block>
  emailBlocks?: Record<string, Block>
  panels?: Partial<Panels>
  calendarEntries?: Record<string, CalendarEntryKind>
  campaignChannels?: Record<string, CampaignChannel>
  portalSections?: PortalSection[]
  /** Sample values by address without its leading slash: each route with parameters, and others such as `leads?lead=:id` */
  sampleIds?: Record<string, SampleId>
}

/** A slot that is a list, or one that is a record. */
type Slot<Kind> = {
  [Name in keyof Manifest]-?: NonNullable<Manifest[Name]> extends Kind ? Name : never
}[keyof Manifest]
type Lists = Slot<readonly unknown[]>
type Records = Exclude<Slot<object>, Lists | 'panels' | 'name'>
type Item<Name extends Lists> = NonNullable<Manifest[Name]>[number]
type Value<Name extends Records> = NonNullable<Manifest[Name]>[string]

export const defineModule = (manifest: Manifest): Manifest => manifest

let plugged: readonly Manifest[] = []
const records = new Map<Records, ReadonlyMap<string, unknown>>()

/** Says which modules there are, in the order in which their things are shown; called once, by app/modules.ts. */
export function plugInModules(manifests: readonly Manifest[]): void {
  const names = manifests.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw new Error(`two modules are called ${twice}`)
  plugged = manifests
  records.clear()
}

/** What all modules bring of one kind, in their order: `listed('navigation')`. */
export const listed = <Name extends Lists>(slot: Name): Item<Name>[] =>
  plugged.flatMap(manifest => (manifest[slot] ?? []) as Item<Name>[])

/**
 * What all modules bring of one kind, by key: `keyed('topics').get('leads')`.
 * @throws when two modules bring the same key: which one counts must not depend on their order
 */
export function keyed<Name extends Records>(slot: Name): ReadonlyMap<string, Value<Name>> {
  const known = records.get(slot)
  if (known) return known as ReadonlyMap<string, Value<Name>>
  const all = new Map<string, Value<Name>>()
  for (const manifest of plugged)
    for (const [key, value] of Object.entries(manifest[slot] ?? {})) {
      if (all.has(key)) throw new Error(`two modules bring ${slot} ${key}; the second is ${manifest.name}`)
      all.set(key, value as Value<Name>)
    }
  records.set(slot, all)
  return all
}

/** Panels that modules add to one screen, in order. */
export const panelsOf = <Place extends keyof Panels>(place: Place): Panels[Place] =>
  plugged
    .flatMap(({ panels }) => (panels?.[place] ?? []) as { order: number }[])
    .sort((a, b) => a.order - b.order) as unknown as Panels[Place]
