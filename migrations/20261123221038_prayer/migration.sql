CREATE TABLE "prayer_consents" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"request_id" uuid NOT NULL,
	"visibility" text NOT NULL,
	"wording" text NOT NULL,
	"how" text NOT NULL,
	"user_id" uuid,
	"needs" text,
	CONSTRAINT "prayer_consents_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "prayer_consents" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prayer_counts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"request_id" uuid NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"told" integer DEFAULT 0 NOT NULL,
	"last_at" timestamp with time zone,
	"needs" text,
	CONSTRAINT "prayer_counts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "prayer_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prayer_history" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"request_id" uuid NOT NULL,
	"from_state" text NOT NULL,
	"to_state" text NOT NULL,
	"note_body" text DEFAULT '' NOT NULL,
	"user_id" uuid,
	"needs" text,
	CONSTRAINT "prayer_history_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "prayer_history" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prayer_notes" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"request_id" uuid NOT NULL,
	"body" text NOT NULL,
	"author_id" uuid,
	"needs" text GENERATED ALWAYS AS ('pastoral') STORED,
	CONSTRAINT "prayer_notes_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "prayer_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prayer_requesters" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"request_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"email" text,
	"phone" text,
	"person_id" uuid,
	"needs" text,
	CONSTRAINT "prayer_requesters_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "prayer_requesters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prayer_requests" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"body" text NOT NULL,
	"search" text NOT NULL,
	"category" text DEFAULT 'Other' NOT NULL,
	"visibility" text DEFAULT 'staff' NOT NULL,
	"wanted_visibility" text,
	"is_private" boolean DEFAULT false NOT NULL,
	"is_anonymous" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"moderation" text DEFAULT 'approved' NOT NULL,
	"is_urgent" boolean DEFAULT false NOT NULL,
	"is_minor" boolean DEFAULT false NOT NULL,
	"source" text NOT NULL,
	"notify_prayed" boolean DEFAULT false NOT NULL,
	"assigned_to" uuid,
	"last_activity_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"answered_at" timestamp with time zone,
	"testimony_body" text DEFAULT '' NOT NULL,
	"testimony_shared" boolean DEFAULT false NOT NULL,
	"merged_into" uuid,
	"erased_at" timestamp with time zone,
	"task_id" uuid,
	"created_by" uuid,
	"needs" text GENERATED ALWAYS AS (case when is_private then 'pastoral' when moderation <> 'approved' or visibility = 'staff' then 'prayer-staff' else 'prayer' end) STORED,
	CONSTRAINT "prayer_requests_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "prayer_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prayer_settings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"categories" text[] NOT NULL,
	"wall_open" boolean DEFAULT true NOT NULL,
	"wall_indexed" boolean DEFAULT false NOT NULL,
	"expiry_days" smallint DEFAULT 30 NOT NULL,
	"keyword" boolean DEFAULT true NOT NULL,
	"digest" text DEFAULT 'off' NOT NULL,
	"digest_hour" smallint DEFAULT 7 NOT NULL,
	"digest_on" date,
	CONSTRAINT "prayer_settings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "prayer_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "prayers" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"request_id" uuid NOT NULL,
	"day" date NOT NULL,
	"user_id" uuid,
	"device" text,
	"needs" text,
	CONSTRAINT "prayers_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "prayers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "prayer_consents_request" ON "prayer_consents" ("client_id","request_id");--> statement-breakpoint
CREATE UNIQUE INDEX "prayer_counts_request" ON "prayer_counts" ("client_id","request_id");--> statement-breakpoint
CREATE INDEX "prayer_history_request" ON "prayer_history" ("client_id","request_id","id");--> statement-breakpoint
CREATE INDEX "prayer_notes_request" ON "prayer_notes" ("client_id","request_id","id");--> statement-breakpoint
CREATE INDEX "prayer_requesters_request" ON "prayer_requesters" ("client_id","request_id");--> statement-breakpoint
CREATE INDEX "prayer_requesters_person" ON "prayer_requesters" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "prayer_requests_status" ON "prayer_requests" ("client_id","status","id");--> statement-breakpoint
CREATE INDEX "prayer_requests_assigned" ON "prayer_requests" ("client_id","assigned_to");--> statement-breakpoint
CREATE INDEX "prayer_requests_expiry" ON "prayer_requests" ("expires_at") WHERE status in ('new', 'praying');--> statement-breakpoint
CREATE UNIQUE INDEX "prayer_settings_one" ON "prayer_settings" ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "prayers_user" ON "prayers" ("client_id","request_id","day","user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "prayers_device" ON "prayers" ("client_id","request_id","day","device") WHERE device is not null;--> statement-breakpoint
ALTER TABLE "prayer_consents" ADD CONSTRAINT "prayer_consents_request_fk" FOREIGN KEY ("client_id","request_id") REFERENCES "prayer_requests"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "prayer_counts" ADD CONSTRAINT "prayer_counts_request_fk" FOREIGN KEY ("client_id","request_id") REFERENCES "prayer_requests"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "prayer_history" ADD CONSTRAINT "prayer_history_request_fk" FOREIGN KEY ("client_id","request_id") REFERENCES "prayer_requests"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "prayer_notes" ADD CONSTRAINT "prayer_notes_request_fk" FOREIGN KEY ("client_id","request_id") REFERENCES "prayer_requests"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "prayer_requesters" ADD CONSTRAINT "prayer_requesters_request_fk" FOREIGN KEY ("client_id","request_id") REFERENCES "prayer_requests"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "prayer_requesters" ADD CONSTRAINT "prayer_requesters_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "prayers" ADD CONSTRAINT "prayers_request_fk" FOREIGN KEY ("client_id","request_id") REFERENCES "prayer_requests"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "prayer_consents_client" ON "prayer_consents" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "prayer_consents_platform" ON "prayer_consents" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayer_consents_readable" ON "prayer_consents" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "prayer_consents_changeable" ON "prayer_consents" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayer_consents_deletable" ON "prayer_consents" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "prayer_counts_client" ON "prayer_counts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "prayer_counts_platform" ON "prayer_counts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayer_counts_readable" ON "prayer_counts" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "prayer_counts_changeable" ON "prayer_counts" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayer_counts_deletable" ON "prayer_counts" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "prayer_history_client" ON "prayer_history" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "prayer_history_platform" ON "prayer_history" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayer_history_readable" ON "prayer_history" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "prayer_history_changeable" ON "prayer_history" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayer_history_deletable" ON "prayer_history" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "prayer_notes_client" ON "prayer_notes" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "prayer_notes_platform" ON "prayer_notes" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayer_notes_readable" ON "prayer_notes" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "prayer_notes_changeable" ON "prayer_notes" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayer_notes_deletable" ON "prayer_notes" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "prayer_requesters_client" ON "prayer_requesters" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "prayer_requesters_platform" ON "prayer_requesters" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayer_requesters_readable" ON "prayer_requesters" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "prayer_requesters_changeable" ON "prayer_requesters" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayer_requesters_deletable" ON "prayer_requesters" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "prayer_requests_client" ON "prayer_requests" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "prayer_requests_platform" ON "prayer_requests" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayer_requests_readable" ON "prayer_requests" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "prayer_requests_changeable" ON "prayer_requests" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayer_requests_deletable" ON "prayer_requests" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "prayer_settings_client" ON "prayer_settings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "prayer_settings_platform" ON "prayer_settings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayers_client" ON "prayers" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "prayers_platform" ON "prayers" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayers_readable" ON "prayers" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "prayers_changeable" ON "prayers" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "prayers_deletable" ON "prayers" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
-- Who asked may be closed to people who may read what was asked: an anonymous request that the team reads has its name for those
-- alone who work with requests. The parent is locked: a change of it at the same moment waits, and then finds this row.
create function prayer_requester_needs() returns trigger language plpgsql security definer set search_path = public as $$ begin
  select case when r.is_anonymous and r.needs = 'prayer' then 'prayer-staff' else r.needs end into new.needs
  from prayer_requests r where r.client_id = new.client_id and r.id = new.request_id for no key update;
  return new;
end $$;
--> statement-breakpoint
revoke all on function prayer_requester_needs() from public;
--> statement-breakpoint
create trigger prayer_requester_needs before insert or update of request_id, needs on prayer_requesters
  for each row execute function prayer_requester_needs();
--> statement-breakpoint
create function prayer_spread_requesters() returns trigger language plpgsql security definer set search_path = public as $$ begin
  update prayer_requesters set needs = new.needs where client_id = new.client_id and request_id = new.id;
  return null;
end $$;
--> statement-breakpoint
revoke all on function prayer_spread_requesters() from public;
--> statement-breakpoint
create trigger prayer_spread_requesters after update on prayer_requests for each row
  when (old.needs is distinct from new.needs or old.is_anonymous is distinct from new.is_anonymous)
  execute function prayer_spread_requesters();
