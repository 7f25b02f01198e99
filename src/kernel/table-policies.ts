import type { Right } from './permissions.ts'

/** What a row is called in the audit log: `a lead`, `leads`. */
export type Noun = readonly [one: string, many: string]

/**
 * What the rest of the product does with a table, declared beside it. Everything is required: a table that says nothing
 * does not compile, and a test holds each one against the database.
 */
export interface TablePolicy {
  /**
   * `noun`: changes are logged and listed. `quiet`: logged, but too small to be listed. `people`: logged only when a
   * person acts, since jobs change these rows all the time. `none`: not logged at all. The last three say why.
   */
  audit: { noun: Noun; people?: string } | { quiet: string; noun?: Noun; people?: string } | { none: string }
  /**
   * Whole-account export. `rows`: whatever row policies let its reader see. `owner`: only in the owner's own export, not
   * in the one made for the people who run the installation. `none`: says why it is left out.
   */
  export: 'rows' | { owner: string } | { none: string }
  /**
   * When two people become one. `moves`: rows that name the one who goes name the other one from then on; of two that a unique
   * index allows once, the kept person's stays unless `givesWay` holds (SQL over `mine` and `theirs`). `stays`: says why
   * rows keep naming who they named. `nobody`: no column names a person.
   */
  merge: 'nobody' | 'moves' | { givesWay: string } | { stays: string }
  /** Which rows ask for a right, see `Confidentiality`. */
  confidential: 'nothing' | Confidentiality
  /** Which rows someone signed in to the portal sees; nothing where absent. They change them only with `writes`. */
  person?: PersonRows
}

/** `column` holds a person's id, `address` their normalized address or number. `everyone`: says why all rows may be seen. */
export type PersonRows = ({ column: string } | { address: string } | { everyone: string }) & { writes?: true }

/**
 * The column `needs` holds the right that a row asks for, or null. `when` computes it from the row; `from` copies it
 * from the row that `by` points to, and keeps it equal. With `own: false` the rows themselves are open and only hand
 * the right on to others. `triggers` says which triggers write it. `topic` names the realtime topic whose ids are rows of this
 * table.
 */
export type Confidentiality =
  | { when: string; own?: false; topic?: string }
  | { from: string; by: string; lock?: 'share' }
  | { always: Right }
  | { triggers: string }

const policies = new Map<string, TablePolicy>()

/** Remembers what a table declares; tables.ts files call it by way of `clientTable`. */
export function declarePolicy(table: string, policy: TablePolicy): void {
  policies.set(table, policy)
}

/** Every table with rows of accounts that this process has loaded, by its name in the database. */
export const tablePolicies = (): ReadonlyMap<string, TablePolicy> => policies

const named = (test: (policy: TablePolicy) => boolean): string[] =>
  [...policies].filter(([, policy]) => test(policy)).map(([table]) => table)

/** Logged, but not listed. */
export const quietTables = () => named(({ audit }) => 'quiet' in audit)

/** Rows that keep naming the person who goes in a merge. */
export const stayingTables = () => named(({ merge }) => typeof merge === 'object' && 'stays' in merge)

/** The nouns of the audit log by table. */
export const nounOf = (table: string): Noun | undefined => {
  const audit = policies.get(table)?.audit
  return audit && 'noun' in audit ? audit.noun : undefined
}

/** Realtime topics whose ids are rows of a table that may ask for a right. */
export function confidentialTopics(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [table, { confidential }] of policies)
    if (typeof confidential === 'object' && 'topic' in confidential && confidential.topic)
      found.set(confidential.topic, table)
  return found
}

/**
 * What migrations can't say, as SQL for the owner: which tables leave a trail in the audit log, the triggers that copy
 * `needs` from a row to those that hang on it, and what people of the portal see. Part of the stamp that decides whether a start has to migrate.
 */
export function policySql(): string {
  const lines: string[] = []
  for (const [table, { audit, confidential, person }] of [...policies].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (!('none' in audit)) lines.push(...trail(table, 'people' in audit, typeof confidential === 'object'))
    if (typeof confidential === 'object' && 'from' in confidential) lines.push(...carrying(table, confidential))
    lines.push(person ? portalRows(table, person) : `select hide_from_person('${table}');`)
  }
  return lines.join('\n')
}

/** `enter_person` writes both settings as arrays; without them nothing equals. */
const portalRows = (table: string, person: PersonRows): string => {
  const among = (setting: string, type: string) =>
    `any((select nullif(current_setting('${setting}', true), ''))::${type}[])`
  const mine =
    'everyone' in person
      ? 'true'
      : 'column' in person
        ? `${person.column} = ${among('app.person_family', 'uuid')}`
        : `${person.address} = ${among('app.person_addresses', 'text')}`
  return `select limit_person('${table}', $mine$${mine}$mine$, ${Boolean(person.writes)});`
}

const trail = (table: string, peopleOnly: boolean, needs: boolean): string[] => {
  const when = peopleOnly ? 'when (somebody_acts()) ' : ''
  const told = needs ? `'needs'` : ''
  return [
    `create or replace trigger audit_i after insert on ${table} referencing new table as new_rows for each statement ${when}execute function audit_insert(${told});`,
    `create or replace trigger audit_u after update on ${table} referencing new table as new_rows old table as old_rows for each statement ${when}execute function audit_update(${told});`,
    `create or replace trigger audit_d after delete on ${table} referencing old table as old_rows for each statement execute function audit_delete(${told});`,
  ]
}

const carrying = (table: string, { from, by, lock }: { from: string; by: string; lock?: 'share' }): string[] => [
  // The parent is locked: a change of its `needs` at the same moment waits, and then finds this row. One function for each
  // table keeps its plan: ten thousand rows at once cost a look-up each and no more.
  `create or replace function carry_needs_${table}() returns trigger language plpgsql security definer set search_path = public as $$ begin
     select p.needs into new.needs from ${from} p where p.client_id = new.client_id and p.id = new.${by} for ${lock ?? 'no key update'};
     return new;
   end $$;`,
  `revoke all on function carry_needs_${table}() from public;`,
  `create or replace trigger carry_needs before insert or update of ${by}, needs on ${table} for each row execute function carry_needs_${table}();`,
  `create or replace trigger spread_needs_${table} after update on ${from} for each row when (old.needs is distinct from new.needs) execute function spread_needs('${table}', '${by}');`,
]
