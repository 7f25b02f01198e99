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
  where value is distinct from was -> key and key not in ('updated_at', 'version', 'client_id', 'id', 'overdue_told_for')
$$;

-- One statement, one insert. A bulk write leaves one line with its count and where it came from.
create or replace function audit_insert() returns trigger language plpgsql security definer set search_path = public as $$
declare total bigint;
begin
  select count(*) into total from new_rows;
  if total > 50 then
    insert into audit_log (client_id, actor, request_id, operation, table_name, row_id, changes)
    select client_id, acting(), current_setting('app.request_id', true), 'insert', tg_table_name, null,
           jsonb_build_object('rows', total) from new_rows limit 1;
  else
    insert into audit_log (client_id, actor, request_id, operation, table_name, row_id, changes)
    select client_id, acting(), current_setting('app.request_id', true), 'insert', tg_table_name, id, '{}' from new_rows;
  end if;
  return null;
end $$;

create or replace function audit_update() returns trigger language plpgsql security definer set search_path = public as $$
declare total bigint;
begin
  select count(*) into total from new_rows;
  if total > 50 then
    insert into audit_log (client_id, actor, request_id, operation, table_name, row_id, changes)
    select client_id, acting(), current_setting('app.request_id', true), 'update', tg_table_name, null,
           jsonb_build_object('rows', total) from new_rows limit 1;
  else
    insert into audit_log (client_id, actor, request_id, operation, table_name, row_id, changes)
    select n.client_id, acting(), current_setting('app.request_id', true), 'update', tg_table_name, n.id, c.changes
    from new_rows n join old_rows o on o.client_id = n.client_id and o.id = n.id
    cross join lateral (select audit_changes(to_jsonb(o), to_jsonb(n)) as changes) c
    where c.changes <> '{}';
  end if;
  return null;
end $$;

create or replace function audit_delete() returns trigger language plpgsql security definer set search_path = public as $$
declare total bigint;
begin
  select count(*) into total from old_rows;
  if total > 50 then
    insert into audit_log (client_id, actor, request_id, operation, table_name, row_id, changes)
    select client_id, acting(), current_setting('app.request_id', true), 'delete', tg_table_name, null,
           jsonb_build_object('rows', total) from old_rows limit 1;
  else
    insert into audit_log (client_id, actor, request_id, operation, table_name, row_id, changes)
    select client_id, acting(), current_setting('app.request_id', true), 'delete', tg_table_name, id, '{}' from old_rows;
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
           where n.nspname = 'public' and c.relkind = 'r' and c.relname not in ('users', 'clients') and c.relname not like 'stripe_sandbox%'
             and exists (select from pg_policy p where p.polrelid = c.oid)
             and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped)
  loop
    execute format('create or replace trigger audit_shared after insert or update or delete on %I for each row execute function audit_shared()', t);
  end loop;
end $$;

-- Triggers and row security on every table that belongs to clients, new ones included.
do $$
declare t text; trail text;
begin
  for t in select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'public' and c.relkind in ('r', 'p')
             and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped)
  loop
    execute format('alter table %I enable row level security', t);
    if exists (select from pg_attribute a where a.attrelid = t::regclass and a.attname = 'version' and not a.attisdropped) then
      execute format('create or replace trigger touch before update on %I for each row execute function touch_row()', t);
    end if;
    if t not in ('audit_log', 'timeline', 'import_rows', 'form_stats', 'browsers_here', 'conversation_drafts', 'conversation_visitors') then
      -- What becomes of a message stands in its own row: a line for each step of a machine would be the most of the trail.
      trail := case when t in ('messages', 'inbound_events', 'sms_recipients', 'email_recipients') then 'when (somebody_acts())' else '' end;
      execute format('create or replace trigger audit_i after insert on %I referencing new table as new_rows for each statement %s execute function audit_insert()', t, trail);
      execute format('create or replace trigger audit_u after update on %I referencing new table as new_rows old table as old_rows for each statement %s execute function audit_update()', t, trail);
      execute format('create or replace trigger audit_d after delete on %I referencing old table as old_rows for each statement execute function audit_delete()', t);
    end if;
  end loop;
end $$;

-- Who is asking, in one query: sets what the transaction may see and says what it found.
-- Without a client in the request, the caller's only account is meant.
drop function if exists enter(uuid, uuid, uuid, text);
create function enter(p_user uuid, p_session uuid, p_client uuid, p_request text)
returns table (client_id uuid, accounts int, role text, time_zone text, locale text, country text, currency text,
               house boolean, alive boolean, platform_role text, factor boolean, access text, support boolean)
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
  -- Only a member gets a client to see; without one every client table refuses.
  if client_id is not null then perform set_config('app.client_id', client_id::text, true); end if;
  return next;
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

-- A signed-in visitor at a client's page: who they are, if their session lives.
create or replace function visitor(p_user uuid, p_session uuid) returns uuid
language plpgsql security definer set search_path = public as $$
begin
  if not exists (select from auth.sessions s where s.id = p_session and s.user_id = p_user and s.ended_at is null) then
    return null;
  end if;
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
grant select, insert, update on users, clients, members, invitations, messages to lampstand_identity;
grant select on suppressions to lampstand_identity;
grant delete on users to lampstand_identity;
revoke all on function enter(uuid, uuid, uuid, text) from public;
revoke all on function active_clients(), client_info(uuid), house_client(), address_registered(text), visitor(uuid, uuid) from public;
grant execute on function house_client(), client_info(uuid) to lampstand_identity;
grant execute on function enter(uuid, uuid, uuid, text), accounts_of_user(), active_clients(), client_info(uuid), house_client(), address_registered(text), visitor(uuid, uuid) to lampstand_app, lampstand_platform;

insert into clients (name, slug, time_zone, house, set_up_at)
select 'Lampstand', 'lampstand', 'America/New_York', true, now() where not exists (select from clients where house);

-- The two price lists (decision 12), until whoever runs Lampstand changes them. A year costs ten months.
with plan (n, family, name, description, cents, popular, limits, grants, features) as (values
  (1, 'crm', 'Starter', 'For a church that is beginning to follow up.', 2900, false, '{"leads": 1000, "members": 3}'::jsonb, '[]'::jsonb, '["1,000 leads", "People, households and groups", "Lead pipeline with follow-up reminders", "Import with undo", "3 team members, volunteers free"]'::jsonb),
  (2, 'crm', 'Professional', 'For an office that looks after many guests.', 7900, true, '{"leads": 10000, "members": 25}'::jsonb, '["branding", "audit_log"]'::jsonb, '["10,000 leads", "Everything in Starter", "25 team members, volunteers free", "Your own logo and colour", "The audit log"]'::jsonb),
  (3, 'crm', 'Enterprise', 'For several campuses, or an agency with many churches.', 19900, false, '{"leads": null, "members": null}'::jsonb, '["branding", "audit_log"]'::jsonb, '["Unlimited leads", "Everything in Professional", "A team of any size", "Several accounts under one sign-in", "A person who knows you"]'::jsonb),
  (4, 'suite', 'Starter', 'Everything in one place, for a small congregation.', 9700, false, '{"emails": 5000, "contacts": 1000, "members": 3}'::jsonb, '["branding"]'::jsonb, '["5,000 e-mail contacts", "1,000 CRM contacts", "The whole suite", "3 team members, volunteers free"]'::jsonb),
  (5, 'suite', 'Growth', 'For a church that is growing.', 19700, true, '{"emails": 15000, "members": 25}'::jsonb, '["branding", "audit_log"]'::jsonb, '["15,000 e-mail contacts", "Everything in Starter", "25 team members, volunteers free", "The audit log"]'::jsonb),
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
