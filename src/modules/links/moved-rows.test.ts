// Isolated: it migrates a database of its own
import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { env } from '#kernel/env.ts'

const folder = path.join(env.root, 'migrations')
const names = fs.readdirSync(folder).sort()
const mine = names.findIndex(name => name.endsWith('_short_links'))

/** A database as it was before short links had tables of their own. */
async function anOlderDatabase() {
  const at = inject('pg')
  const name = `t_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ ...at, database: 'postgres' })
  await admin.connect()
  await admin.query(`create database ${name}`)
  const client = new pg.Client({ ...at, database: name })
  await client.connect()
  for (const extension of ['pg_trgm', 'btree_gin', 'btree_gist', 'unaccent'])
    await client.query(`create extension ${extension}`)
  await client.query('create schema auth')
  const run = (migration: string) =>
    client.query(fs.readFileSync(path.join(folder, migration, 'migration.sql'), 'utf8'))
  for (const migration of names.slice(0, mine)) await run(migration)
  const close = async () => {
    await client.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  }
  return { client, migrate: () => run(names[mine]!), close }
}

const [church, campaign, link, ann, bob, cat, kept, gone, merge] = Array.from({ length: 9 }, () => crypto.randomUUID())

/** One link, two texts that were sent, one that waits, three clicks, and a merge of two people that can be undone. */
const older = `
  set session_replication_role = replica;
  insert into sms_links (client_id, id, campaign_id, target, code) values ('${church}', '${link}', '${campaign}', 'https://grace.example/', 'AbCdEf');
  insert into sms_recipients (client_id, id, campaign_id, number, person_id, code, written_at) values
    ('${church}', '${ann}', '${campaign}', '+15125550143', '${kept}', 'annannanna', '2026-11-01'),
    ('${church}', '${bob}', '${campaign}', '+15125550144', null, 'bobbobbobb', '2026-11-01'),
    ('${church}', '${cat}', '${campaign}', '+15125550145', null, 'catcatcatc', null);
  insert into sms_clicks (client_id, link_id, recipient_id, bot) values
    ('${church}', '${link}', '${ann}', false), ('${church}', '${link}', '${ann}', true), ('${church}', '${link}', '${bob}', false);
  insert into person_merges (client_id, id, kept_id, gone_id, kept_name, gone_name) values ('${church}', '${merge}', '${kept}', '${gone}', 'Ann', 'Anne');
  insert into merge_steps (client_id, merge_id, table_name, kind, column_name, from_id, to_id, payload)
    values ('${church}', '${merge}', 'sms_recipients', 'moved', 'person_id', '${gone}', '${kept}', '[{"id": "${ann}"}]');
  insert into audit_log (client_id, actor, operation, table_name, changes) values
    ('${church}', '{}', 'insert', 'sms_links', '{}'), ('${church}', '{}', 'insert', 'sms_clicks', '{}');
  set session_replication_role = origin;`

test('links, codes and clicks of texts that were sent are moved with what names them', async () => {
  const { client, migrate, close } = await anOlderDatabase()
  const rows = async (text: string) => (await client.query(text)).rows
  try {
    await client.query(older)
    await migrate()
    expect(await rows('select id, code, target, module, owner_id, topic from short_links')).toEqual([
      {
        id: link,
        code: 'AbCdEf',
        target: 'https://grace.example/',
        module: 'sms',
        owner_id: campaign,
        topic: 'campaigns',
      },
    ])
    expect(await rows('select id, code, person_id, owner_id from short_link_recipients order by code')).toEqual([
      { id: ann, code: 'annannanna', person_id: kept, owner_id: campaign },
      { id: bob, code: 'bobbobbobb', person_id: null, owner_id: campaign },
    ])
    expect(
      await rows(
        'select recipient_id, count(*)::int as all, count(*) filter (where bot)::int as bots from short_link_clicks where link_id is not null group by 1 order by 2 desc',
      ),
    ).toEqual([
      { recipient_id: ann, all: 2, bots: 1 },
      { recipient_id: bob, all: 1, bots: 0 },
    ])
    expect(await rows('select table_name, from_id, to_id, payload from merge_steps order by table_name')).toEqual(
      ['short_link_recipients', 'sms_recipients'].map(table_name => ({
        table_name,
        from_id: gone,
        to_id: kept,
        payload: [{ id: ann }],
      })),
    )
    expect(await rows('select table_name from audit_log order by 1')).toEqual([
      { table_name: 'short_link_clicks' },
      { table_name: 'short_links' },
    ])
  } finally {
    await close()
  }
}, 60_000)
