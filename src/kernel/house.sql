-- What the migrations build on and what must hold for every table. Run by the owner at each change; safe to repeat.

create or replace function touch_row() returns trigger language plpgsql as $$
begin
  new.updated_at := now();
  new.version := old.version + 1;
  return new;
end $$;

-- Who acts, as the transaction was opened: {"type":"member","userId":…}
create or replace function acting() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('app.actor', true), ''), '{"type":"system"}')::jsonb
$$;

-- Whether somebody acts, and not a job or a provider's notice.
create or replace function somebody_acts() returns boolean language sql stable as $$
  select acting() ->> 'type' not in ('job', 'webhook')
$$;

-- Fields whose content must not be copied into the trail: secrets, pastoral text, message bodies.
create or replace function audit_changes(was jsonb, became jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, case
      when key ~ '(secret|password|token|cipher|hash|body|pastoral|payload|transcript|^search$)' then '"changed"'::jsonb
      else jsonb_build_array(case when length(was ->> key) > 500 then '"…"'::jsonb else was -> key end,
                             case when length(value #>> '{}') > 500 then '"…"'::jsonb else value end) end), '{}')
  from jsonb_each(became)
  where value is distinct from was -> key and key not in ('updated_at', 'version', 'client_id', 'id', 'overdue_told_for', 'needs', 'seen_at')
$$;

-- One statement, one insert. A bulk write leaves one line with its count and where it came from. A line about a row that
-- asks for a right (trigger argument `needs`) asks for the same one.
create or replace function audit_insert() returns trigger language plpgsql security definer set search_path = public as $$
declare row_total bigint;
begin
  select count(*) into row_total from new_rows;
  if row_total > 50 then
    insert into audit_log (client_id, actor, request_id, operation, table_name, row_id, changes)
    select client_id, acting(), current_setting('app.request_id', true), 'insert', tg_table_name, null,
           jsonb_build_object('rows', row_total) from new_rows limit 1;
  else
    insert into audit_log (client_id, actor, request_id, operation, table_name, row_id, changes, needs)
    select client_id, acting(), current_setting('app.request_id', true), 'insert', tg_table_name, id, '{}',
           case when tg_nargs > 0 then to_jsonb(n) ->> 'needs' end from new_rows n;
  end if;
  return null;
end $$;

create or replace function audit_update() returns trigger language plpgsql security definer set search_path = public as $$
declare row_total bigint;
begin
  -- A row that asks for another right than before takes along what was said of it until now.
  if tg_nargs > 0 then
    update audit_log l set needs = to_jsonb(n) ->> 'needs' from new_rows n join old_rows o on o.client_id = n.client_id and o.id = n.id
    where to_jsonb(n) ->> 'needs' is distinct from to_jsonb(o) ->> 'needs'
      and l.client_id = n.client_id and l.row_id = n.id and l.table_name = tg_table_name;
  end if;
  select count(*) into row_total from new_rows;
  if row_total > 50 then
    insert into audit_log (client_id, actor, request_id, operation, table_name, row_id, changes)
    select client_id, acting(), current_setting('app.request_id', true), 'update', tg_table_name, null,
           jsonb_build_object('rows', row_total) from new_rows limit 1;
  else
    insert into audit_log (client_id, actor, request_id, operation, table_name, row_id, changes, needs)
    select n.client_id, acting(), current_setting('app.request_id', true), 'update', tg_table_name, n.id, c.changes,
           case when tg_nargs > 0 then coalesce(to_jsonb(n) ->> 'needs', to_jsonb(o) ->> 'needs') end
    from new_rows n join old_rows o on o.client_id = n.client_id and o.id = n.id
    cross join lateral (select audit_changes(to_jsonb(o), to_jsonb(n)) as changes) c
    where c.changes <> '{}';
  end if;
  return null;
end $$;

create or replace function audit_delete() returns trigger language plpgsql security definer set search_path = public as $$
declare row_total bigint;
begin
  select count(*) into row_total from old_rows;
  if row_total > 50 then
    insert into audit_log (client_id, actor, request_id, operation, table_name, row_id, changes)
    select client_id, acting(), current_setting('app.request_id', true), 'delete', tg_table_name, null,
           jsonb_build_object('rows', row_total) from old_rows limit 1;
  else
    insert into audit_log (client_id, actor, request_id, operation, table_name, row_id, changes, needs)
    select client_id, acting(), current_setting('app.request_id', true), 'delete', tg_table_name, id, '{}',
           case when tg_nargs > 0 then to_jsonb(o) ->> 'needs' end from old_rows o;
  end if;
  return null;
end $$;

-- The account itself carries no client_id: it is the client.
create or replace function audit_account() returns trigger language plpgsql security definer set search_path = public as $$
declare changed jsonb := audit_changes(to_jsonb(old), to_jsonb(new));
begin
  if changed <> '{}' then
    insert into audit_log (client_id, actor, request_id, operation, table_name, row_id, changes)
    values (new.id, acting(), current_setting('app.request_id', true), 'update', 'clients', new.id, changed);
  end if;
  return null;
end $$;
create or replace trigger audit_u after update on clients for each row execute function audit_account();

-- What belongs to whoever runs Lampstand (prices, incidents) leaves its trace in the operator's own account.
create or replace function audit_shared() returns trigger language plpgsql security definer set search_path = public as $$
declare was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
        became jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
        changed jsonb := case when tg_op = 'UPDATE' then audit_changes(was, became) else '{}' end;
begin
  if tg_op = 'UPDATE' and changed = '{}' then return null; end if;
  insert into audit_log (client_id, actor, request_id, operation, table_name, row_id, changes)
  select id, acting(), current_setting('app.request_id', true), lower(tg_op), tg_table_name,
         (coalesce(became, was) ->> 'id')::uuid, changed from clients where house;
  return null;
end $$;
do $$
declare t text;
begin
  for t in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'public' and c.relkind = 'r' and c.relname not in ('users', 'clients') and c.relname not like '%\_sandbox\_%'
             and exists (select from pg_policy p where p.polrelid = c.oid)
             and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped)
  loop
    execute format('create or replace trigger audit_shared after insert or update or delete on %I for each row execute function audit_shared()', t);
  end loop;
end $$;

-- Row security and versions on every table that belongs to clients, new ones included. What leaves a trail in the audit log
-- and what hands on a confidentiality is declared beside each table (kernel/table-policies).
do $$
declare t text;
begin
  for t in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
             and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped)
  loop
    execute format('alter table %I enable row level security', t);
    if exists (select from pg_attribute a where a.attrelid = t::regclass and a.attname = 'version' and not a.attisdropped) then
      execute format('create or replace trigger touch before update on %I for each row execute function touch_row()', t);
    end if;
  end loop;
end $$;

-- What people signed in to the portal see (kernel/table-policies). Nothing of a table that declares nothing: for them its
-- policy has no client. It costs other transactions nothing.
create or replace function hide_from_person(p_table text) returns void language plpgsql as $$
declare client text := $x$(select case when coalesce(current_setting('app.person_id', true), '') = '' then current_setting('app.client_id')::uuid end)$x$;
begin
  perform limit_person(p_table, null, false);
  execute format('alter policy %I on %I using (client_id = %3$s) with check (client_id = %3$s)', p_table || '_client', p_table, client);
end $$;

-- Rows of which `p_mine` holds may be seen by them, and with p_writes changed. Null takes these policies away again.
-- IS NOT NULL, since PostgreSQL expects of it that it holds: of a yes or no it would expect half of the rows.
create or replace function limit_person(p_table text, p_mine text, p_writes boolean) returns void language plpgsql as $$
declare others text := $x$(select case when coalesce(current_setting('app.person_id', true), '') = '' then 1 end) is not null$x$;
        seen text := format('(%s or %s)', others, p_mine);
        changed text := case when p_writes then seen else others end;
        verb text;
begin
  foreach verb in array array['select', 'insert', 'update', 'delete'] loop
    execute format('drop policy if exists %I on %I', p_table || '_person_' || verb, p_table);
    continue when p_mine is null or (verb = 'select' and p_mine = 'true');
    execute format('create policy %I on %I as restrictive for %s to lampstand_app %s', p_table || '_person_' || verb, p_table, verb,
      case verb when 'select' then format('using (%s)', seen) when 'insert' then format('with check (%s)', changed)
      when 'update' then format('using (%1$s) with check (%1$s)', changed) else format('using (%s)', changed) end);
  end loop;
  if p_mine is not null and p_table not in (select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace
      and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped)) then
    execute format($x$alter policy %I on %I using (client_id = (select current_setting('app.client_id')::uuid))
      with check (client_id = (select current_setting('app.client_id')::uuid))$x$, p_table || '_client', p_table);
  end if;
end $$;

-- Tables without rows of an account hide from them as well; of the account itself they may read its name and colors.
do $$
declare t text;
begin
  for t in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
             and exists (select from pg_policy p where p.polrelid = c.oid)
             and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped)
  loop
    perform limit_person(t, case t when 'clients' then 'true' else 'false' end, false);
  end loop;
end $$;

-- A row that asks for another right than before hands it on. Arguments: the table of the rows that hang on it, and their column.
create or replace function spread_needs() returns trigger language plpgsql security definer set search_path = public as $$
begin
  execute format('update %I set needs = $1 where client_id = $2 and %I = $3 and needs is distinct from $1', tg_argv[0], tg_argv[1])
  using new.needs, new.client_id, new.id;
  return null;
end $$;

-- Tells other screens what changed. Ids of rows that ask for a right travel apart, with the right: only those who have it
-- hear of them. p_topics: [{"topic", "ids", "table"?}], where `table` holds the rows of the ids.
create or replace function announce_news(p_client uuid, p_topics jsonb) returns void
language plpgsql security definer set search_path = public as $$
declare t jsonb; parts jsonb; told jsonb := '[]';
begin
  for t in select * from jsonb_array_elements(p_topics) loop
    if t ? 'table' and t -> 'ids' <> '[]' then
      execute format('select jsonb_agg(x) from (
          select $1 as topic, jsonb_agg(i.id) as ids, r.needs from jsonb_array_elements_text($2) i (id)
          left join %I r on r.client_id = $3 and r.id = i.id::uuid group by r.needs) x', t ->> 'table')
      into parts using t ->> 'topic', t -> 'ids', p_client;
      told := told || parts;
    else
      told := told || (t - 'table');
    end if;
  end loop;
  perform pg_notify('lampstand', jsonb_build_object('client', p_client, 'topics', told)::text);
end $$;

-- Who is asking, in one query: sets what the transaction may see and says what it found. p_rights says what each role may
-- read beyond belonging to the account. Without a client in the request, the caller's only account is meant.
drop function if exists enter(uuid, uuid, uuid, text);
drop function if exists enter(uuid, uuid, uuid, text, jsonb);
create function enter(p_user uuid, p_session uuid, p_client uuid, p_request text, p_rights jsonb)
returns table (client_id uuid, accounts int, role text, time_zone text, locale text, country text, currency text,
               house boolean, alive boolean, platform_role text, factor boolean, access text, support boolean, rights text)
language plpgsql security definer set search_path = public as $$
declare mine uuid[];
begin
  perform set_config('app.request_id', p_request, true),
          set_config('app.user_id', p_user::text, true),
          set_config('app.actor', jsonb_build_object('type', 'member', 'userId', p_user)::text, true);
  if p_client is null then
    select array_agg(m.client_id) into mine from members m join clients c on c.id = m.client_id
    where m.user_id = p_user and m.removed_at is null and c.closed_at is null;
    if cardinality(mine) = 1 then p_client := mine[1]; end if;
  end if;
  select m.client_id, cardinality(mine), m.role::text, c.time_zone, c.locale, c.country, c.currency, c.house,
         exists (select from auth.sessions s where s.id = p_session and s.user_id = p_user and s.ended_at is null),
         u.role::text,
         exists (select from auth.factors f where f.user_id = p_user and f.status = 'verified'),
         c.access::text, false
  into client_id, accounts, role, time_zone, locale, country, currency, house, alive, platform_role, factor, access, support
  from users u
  left join (members m join clients c on c.id = m.client_id and c.closed_at is null)
    on m.user_id = u.id and m.client_id = p_client and m.removed_at is null
  where u.id = p_user;
  if not found then return; end if;
  -- Whoever runs Lampstand may be there as support: for an hour, with a reason, as an admin of that account.
  if client_id is null and platform_role = 'admin' and p_client is not null then
    select c.id, 'admin', c.time_zone, c.locale, c.country, c.currency, c.house, c.access::text, true
    into client_id, role, time_zone, locale, country, currency, house, access, support
    from support_entries s join clients c on c.id = s.client_id and c.closed_at is null
    where s.client_id = p_client and s.user_id = p_user and s.ended_at is null and s.expires_at > now()
    limit 1;
    if support then
      perform set_config('app.actor', jsonb_build_object('type', 'member', 'userId', p_user, 'support', true)::text, true);
    end if;
  end if;
  -- Only a member gets a client to see; without one every client table refuses. Support reads nothing confidential.
  rights := case when support then '' else coalesce(p_rights ->> role, '') end;
  if client_id is not null then
    perform set_config('app.client_id', client_id::text, true), set_config('app.rights', rights, true);
  end if;
  return next;
end $$;

-- An outside program with an API key, or a webhook endpoint that reads what it is sent: acts for the member who made it,
-- within its scopes and that member's rights of today. Not alive: unknown, revoked, expired, or its maker has left.
drop function if exists enter_key(text, uuid, uuid, text, jsonb, timestamptz);
create function enter_key(p_hash text, p_endpoint uuid, p_client uuid, p_request text, p_rights jsonb, p_now timestamptz)
returns table (client_id uuid, role text, time_zone text, locale text, country text, currency text, house boolean, alive boolean,
               access text, rights text, scopes text[], user_id uuid, key_id uuid)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare k record;
begin
  if p_endpoint is null then
    select a.client_id as client, a.id, a.name, a.scopes as may, a.created_by as maker, 'api_key' as kind into k from api_keys a
    where (a.hash = p_hash or (a.previous_hash = p_hash and a.previous_expires_at > p_now))
      and a.revoked_at is null and (a.expires_at is null or a.expires_at > p_now);
  else
    select w.client_id as client, w.id, w.url as name, w.scopes as may, w.created_by as maker, 'endpoint' as kind into k
    from webhook_endpoints w where w.client_id = p_client and w.id = p_endpoint;
  end if;
  if k.id is null then return; end if;
  perform set_config('app.request_id', p_request, true), set_config('app.user_id', k.maker::text, true),
          set_config('app.actor', jsonb_build_object('type', k.kind, 'keyId', k.id, 'name', k.name, 'madeBy', k.maker)::text, true);
  select case when p_client is null or p_client = c.id then c.id end, m.role::text, c.time_zone, c.locale, c.country, c.currency,
         c.house, c.access::text, k.may, k.maker, k.id, true
  into client_id, role, time_zone, locale, country, currency, house, access, scopes, user_id, key_id, alive
  from members m join clients c on c.id = m.client_id and c.closed_at is null
  where m.client_id = k.client and m.user_id = k.maker and m.removed_at is null;
  if not found then return; end if;
  if client_id is null then role := null; return next; return; end if;
  rights := (select coalesce(string_agg(r, ' '), '') from unnest(string_to_array(coalesce(p_rights ->> role, ''), ' ')) r
             where case r when 'prayer-staff' then 'prayer.write' else r || '.read' end = any (k.may));
  perform set_config('app.client_id', client_id::text, true), set_config('app.rights', rights, true);
  return next;
end $$;

-- Whoever leaves takes their keys along: they don't come back to life with a later invitation.
create or replace function revoke_keys() returns trigger language plpgsql security definer set search_path = public as $$
begin
  update api_keys set revoked_at = now(), previous_hash = null, previous_expires_at = null
  where client_id = new.client_id and created_by = new.user_id and revoked_at is null;
  return null;
end $$;
create or replace trigger revoke_keys after update of removed_at on members for each row
when (old.removed_at is null and new.removed_at is not null) execute function revoke_keys();

-- Counts a call of an API key in the minute that its first call began; no row for a key that isn't valid.
drop function if exists count_api_call(text, timestamptz);
create function count_api_call(p_hash text, p_now timestamptz) returns table (calls int, resets_at timestamptz)
language sql security definer set search_path = public as $$
  insert into api_key_usage as u (client_id, key_id, window_started_at, calls, last_used_at)
  select a.client_id, a.id, p_now, 1, p_now from api_keys a
  where (a.hash = p_hash or (a.previous_hash = p_hash and a.previous_expires_at > p_now))
    and a.revoked_at is null and (a.expires_at is null or a.expires_at > p_now)
  on conflict (client_id, key_id) do update set
    calls = case when u.window_started_at <= p_now - interval '1 minute' then 1 else u.calls + 1 end,
    window_started_at = case when u.window_started_at <= p_now - interval '1 minute' then p_now else u.window_started_at end,
    last_used_at = p_now
  returning u.calls, u.window_started_at + interval '1 minute'
$$;

-- Who is signed in to a church's portal, in one query: sets what the transaction may see. No row where the session has
-- ended or expired, or the person is gone or no longer has the address that the link was sent to. Adults see the
-- children of their households, and never the other way round; what a public form said of addresses and families
-- doesn't count until a member confirms it, or a stranger could give their own address for somebody else.
drop function if exists enter_person(uuid, text, text, timestamptz);
create function enter_person(p_client uuid, p_hash text, p_request text, p_now timestamptz)
returns table (client_id uuid, time_zone text, locale text, country text, currency text, session_id uuid, person_id uuid, for_id uuid)
language plpgsql security definer set search_path = public as $$
#variable_conflict use_column
declare s record; family uuid[];
begin
  select p.id, p.person_id, p.acting_person_id, p.seen_at, c.id as client, c.time_zone, c.locale, c.country, c.currency into s
  from portal_sessions p join clients c on c.id = p.client_id and c.closed_at is null
  join people o on o.client_id = p.client_id and o.id = p.person_id and o.deleted_at is null and not o.deceased
  where p.client_id = p_client and p.hash = p_hash and p.ended_at is null and p.seen_at > p_now - interval '30 days'
    and exists (select from contact_points a where a.client_id = p.client_id and a.person_id = p.person_id
      and a.value_norm = p.address and a.valid and not a.unconfirmed);
  if not found then return; end if;
  family := s.person_id || array(
    select k.person_id from household_members m
    join household_members k on k.client_id = m.client_id and k.household_id = m.household_id and k.role = 'child'
    join people o on o.client_id = k.client_id and o.id = k.person_id and o.deleted_at is null and not o.deceased
    where m.client_id = p_client and m.person_id = s.person_id and m.role = 'adult' and k.person_id <> s.person_id
      and not m.unconfirmed and not k.unconfirmed
      -- An adult child is nobody's to look at. A birth date without its year starts with a dash.
      and (coalesce(o.birth_date, '') collate "C" < '0' or o.birth_date collate "C" > to_char(p_now - interval '18 years', 'YYYY-MM-DD')));
  if s.seen_at < p_now - interval '1 day' then
    update portal_sessions p set seen_at = p_now where p.client_id = p_client and p.id = s.id;
  end if;
  for_id := case when s.acting_person_id = any(family) then s.acting_person_id else s.person_id end;
  perform set_config('app.client_id', p_client::text, true), set_config('app.request_id', p_request, true),
          set_config('app.rights', '', true), set_config('app.person_id', s.person_id::text, true),
          set_config('app.person_family', family::text, true),
          set_config('app.person_addresses', array(select distinct a.value_norm from contact_points a
            where a.client_id = p_client and a.person_id = any(family) and a.valid)::text, true),
          set_config('app.actor', jsonb_build_object('type', 'person', 'personId', s.person_id, 'sessionId', s.id)::text, true);
  return query select s.client, s.time_zone, s.locale, s.country, s.currency, s.id, s.person_id, for_id;
end $$;

-- The accounts of whoever is asking, across clients; last the one they are in as support.
drop function if exists accounts_of_user();
create function accounts_of_user()
returns table (id uuid, name text, slug text, role text, time_zone text, country text, locale text, set_up boolean, house boolean,
               access text, billing_state text, billing_until timestamptz, support_until timestamptz, logo_id uuid, brand_color text)
language sql stable security definer set search_path = public as $$
  select id, name, slug, role, time_zone, country, locale, set_up, house, access, billing_state, billing_until, support_until, logo_id, brand_color from (
    select c.*, m.role::text, c.set_up_at is not null as set_up, null::timestamptz as support_until
    from members m join clients c on c.id = m.client_id
    where m.user_id = nullif(current_setting('app.user_id', true), '')::uuid and m.removed_at is null and c.closed_at is null
    union all
    select c.*, 'admin', true, s.expires_at
    from support_entries s join clients c on c.id = s.client_id and c.closed_at is null
    join users u on u.id = s.user_id and u.role = 'admin'
    where s.user_id = nullif(current_setting('app.user_id', true), '')::uuid and s.ended_at is null and s.expires_at > now()
      and not exists (select from members m where m.client_id = c.id and m.user_id = s.user_id and m.removed_at is null)
  ) mine
  order by support_until nulls first, house, created_at
$$;

-- Zone, locale, country and currency of one client; nothing for one that is closed or unknown.
create or replace function client_info(p_client uuid)
returns table (id uuid, time_zone text, locale text, country text, currency text)
language sql stable security definer set search_path = public as $$
  select id, time_zone, locale, country, currency from clients where id = p_client and closed_at is null
$$;

-- Whether somebody signs in with that address; asked by an invitation's page alone.
create or replace function address_registered(p_email text) returns boolean
language sql stable security definer set search_path = public as $$
  select exists (select from users where email = p_email)
$$;

-- A signed-in visitor at a client's page: who they are, if their session lives and has shown the second factor, if any.
drop function if exists visitor(uuid, uuid);
create or replace function visitor(p_user uuid, p_session uuid, p_aal text) returns uuid
language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from auth.sessions s where s.id = p_session and s.user_id = p_user and s.ended_at is null)
    or (p_aal <> 'aal2' and exists (select from auth.factors f where f.user_id = p_user and f.status = 'verified')) then return null; end if;
  perform set_config('app.user_id', p_user::text, true);
  return p_user;
end $$;

-- The operator's own account: what the identity module's mails leave from.
create or replace function house_client()
returns table (id uuid, time_zone text, locale text, country text, currency text)
language sql stable security definer set search_path = public as $$
  select id, time_zone, locale, country, currency from clients where house
$$;

-- Every active client, for schedules that fan out.
create or replace function active_clients() returns setof uuid
language sql stable security definer set search_path = public as $$
  select id from clients where closed_at is null
$$;

grant usage on schema public to lampstand_app, lampstand_platform, lampstand_identity;
grant select, insert, update, delete on all tables in schema public to lampstand_app, lampstand_platform;
revoke update, delete, truncate on audit_log from lampstand_app, lampstand_platform;
revoke insert on audit_log from lampstand_app, lampstand_platform;
-- What somebody said stays as it was said; a change of mind is another row.
revoke update, delete, truncate on consents from lampstand_app, lampstand_platform;
-- What somebody filled in stays as they saw it.
revoke update, delete, truncate on form_versions from lampstand_app, lampstand_platform;
grant usage, select on all sequences in schema public to lampstand_app, lampstand_platform;
revoke all on schema auth from public, lampstand_app, lampstand_platform;
grant usage on schema auth to lampstand_identity;
grant select, insert, update, delete on all tables in schema auth to lampstand_identity;
grant select, insert, update on users, clients, members, invitations, messages, client_addresses to lampstand_identity;
grant select on suppressions to lampstand_identity;
grant delete on users to lampstand_identity;
revoke all on function enter(uuid, uuid, uuid, text, jsonb), announce_news(uuid, jsonb), spread_needs() from public;
revoke all on function enter_key(text, uuid, uuid, text, jsonb, timestamptz), count_api_call(text, timestamptz), revoke_keys() from public;
grant execute on function enter_key(text, uuid, uuid, text, jsonb, timestamptz), count_api_call(text, timestamptz) to lampstand_app;
revoke all on function enter_person(uuid, text, text, timestamptz), hide_from_person(text), limit_person(text, text, boolean) from public;
revoke all on function active_clients(), client_info(uuid), house_client(), address_registered(text), visitor(uuid, uuid, text) from public;
grant execute on function house_client(), client_info(uuid) to lampstand_identity;
grant execute on function announce_news(uuid, jsonb) to lampstand_app, lampstand_platform, lampstand_identity;
grant execute on function enter_person(uuid, text, text, timestamptz) to lampstand_app;
grant execute on function enter(uuid, uuid, uuid, text, jsonb), accounts_of_user(), active_clients(), client_info(uuid), house_client(), address_registered(text), visitor(uuid, uuid, text) to lampstand_app, lampstand_platform;

insert into clients (name, slug, time_zone, house, set_up_at)
select 'Lampstand', 'lampstand', 'America/New_York', true, now() where not exists (select from clients where house);
insert into client_addresses (client_id, slug) select id, slug from clients where house on conflict do nothing;

-- The two price lists (decision 12), until whoever runs Lampstand changes them. A year costs ten months.
with plan (n, family, name, description, cents, popular, limits, grants, features) as (values
  (1, 'crm', 'Starter', 'For a church that is beginning to follow up.', 2900, false, '{"leads": 1000, "members": 3}'::jsonb, '[]'::jsonb, '["1,000 leads", "People, households and groups", "Lead pipeline with follow-up reminders", "Import with undo", "3 team members, volunteers free"]'::jsonb),
  (2, 'crm', 'Professional', 'For an office that looks after many guests.', 7900, true, '{"leads": 10000, "members": 25}'::jsonb, '["branding", "audit_log"]'::jsonb, '["10,000 leads", "Everything in Starter", "25 team members, volunteers free", "Your own logo and colour", "The audit log"]'::jsonb),
  (3, 'crm', 'Enterprise', 'For several campuses, or an agency with many churches.', 19900, false, '{"leads": null, "members": null}'::jsonb, '["branding", "audit_log"]'::jsonb, '["Unlimited leads", "Everything in Professional", "A team of any size", "Several accounts under one sign-in", "A person who knows you"]'::jsonb),
  (4, 'suite', 'Starter', 'Everything in one place, for a small congregation.', 9700, false, '{"emails": 5000, "contacts": 1000, "members": 3}'::jsonb, '["branding"]'::jsonb, '["5,000 email contacts", "1,000 CRM contacts", "The whole suite", "3 team members, volunteers free"]'::jsonb),
  (5, 'suite', 'Growth', 'For a church that is growing.', 19700, true, '{"emails": 15000, "members": 25}'::jsonb, '["branding", "audit_log"]'::jsonb, '["15,000 email contacts", "Everything in Starter", "25 team members, volunteers free", "The audit log"]'::jsonb),
  (6, 'suite', 'Ministry', 'For ministries with many lists and campuses.', 39700, false, '{"emails": null, "contacts": null, "members": null}'::jsonb, '["branding", "audit_log"]'::jsonb, '["Unlimited contacts", "Everything in Growth", "A team of any size"]'::jsonb)
), made as (
  insert into products (name, description, created_at)
  select p.name, p.description, now() + p.n * interval '1 microsecond' from plan p where not exists (select from pricing_plans)
  returning id, name, created_at
), listed as (
  insert into pricing_plans (family, product_id, popular, limits, grants, features)
  select p.family, m.id, p.popular, p.limits, p.grants, p.features from plan p join made m on m.created_at = now() + p.n * interval '1 microsecond'
)
insert into prices (product_id, unit_amount, currency, interval)
select m.id, p.cents * i.months, 'USD', i.name from plan p join made m on m.created_at = now() + p.n * interval '1 microsecond'
cross join (values ('month', 1), ('year', 10)) i (name, months);
