CREATE TABLE "appointment_details" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"appointment_id" uuid NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"notes" text DEFAULT '' NOT NULL,
	"answers" jsonb DEFAULT '{}' NOT NULL,
	"needs" text,
	CONSTRAINT "appointment_details_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "appointment_details" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "appointment_reminders" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"attendee_id" uuid NOT NULL,
	"appointment_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"minutes_before" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"skipped" text,
	CONSTRAINT "appointment_reminders_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "appointment_reminders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "appointment_series" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"type_id" uuid,
	"kind" text DEFAULT 'event' NOT NULL,
	"title" text NOT NULL,
	"rule" text NOT NULL,
	"start_local" text NOT NULL,
	"minutes" integer NOT NULL,
	"time_zone" text NOT NULL,
	"exceptions" text[] DEFAULT '{}'::text[] NOT NULL,
	"resource_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"blocks_all" boolean DEFAULT false NOT NULL,
	"capacity" integer,
	"location" text DEFAULT '' NOT NULL,
	"made_until" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "appointment_series_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "appointment_series" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "appointments" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"type_id" uuid,
	"series_id" uuid,
	"occurrence" text,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"status" text NOT NULL,
	"lead_id" uuid,
	"resource_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"location_kind" text DEFAULT 'in_person' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"is_confidential" boolean DEFAULT false NOT NULL,
	"blocks_all" boolean DEFAULT false NOT NULL,
	"capacity" integer,
	"uid" text NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"origin" text NOT NULL,
	"booking_key" text,
	"override_reason" text,
	"cancel_reason" text,
	"cancelled_at" timestamp with time zone,
	"reminders" jsonb DEFAULT '[]' NOT NULL,
	"flag" text,
	"created_by" uuid,
	"needs" text GENERATED ALWAYS AS (case when is_confidential then 'pastoral' end) STORED,
	CONSTRAINT "appointments_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "appointments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "appointment_attendees" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"appointment_id" uuid NOT NULL,
	"person_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"email" text,
	"phone" text,
	"time_zone" text,
	"state" text DEFAULT 'booked' NOT NULL,
	"answers" jsonb DEFAULT '{}' NOT NULL,
	"needs" text,
	CONSTRAINT "appointment_attendees_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "appointment_attendees" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calendar_type_hosts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"type_id" uuid NOT NULL,
	"resource_id" uuid NOT NULL,
	"weight" integer DEFAULT 1 NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "calendar_type_hosts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "calendar_type_hosts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calendar_types" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"kind" text DEFAULT 'meeting' NOT NULL,
	"durations" integer[] NOT NULL,
	"buffer_before" integer DEFAULT 0 NOT NULL,
	"buffer_after" integer DEFAULT 0 NOT NULL,
	"slot_minutes" integer DEFAULT 30 NOT NULL,
	"notice_minutes" integer DEFAULT 120 NOT NULL,
	"horizon_days" integer DEFAULT 60 NOT NULL,
	"daily_limit" integer,
	"weekly" jsonb,
	"overrides" jsonb DEFAULT '[]' NOT NULL,
	"assignment" text DEFAULT 'single' NOT NULL,
	"location_kind" text DEFAULT 'in_person' NOT NULL,
	"location" text DEFAULT '' NOT NULL,
	"room_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"equipment_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"questions" jsonb DEFAULT '[]' NOT NULL,
	"confirmation" text DEFAULT 'automatic' NOT NULL,
	"pending_blocks" boolean DEFAULT true NOT NULL,
	"reminders" jsonb DEFAULT '[]' NOT NULL,
	"price" bigint,
	"redirect" text DEFAULT '' NOT NULL,
	"visibility" text DEFAULT 'public' NOT NULL,
	"capacity" integer,
	"has_waitlist" boolean DEFAULT false NOT NULL,
	"safeguard" text DEFAULT 'none' NOT NULL,
	"is_confidential" boolean DEFAULT false NOT NULL,
	"cancel_notice_minutes" integer DEFAULT 0 NOT NULL,
	"travel_minutes" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "calendar_types_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "calendar_types" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "booking_claims" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"resource_id" uuid NOT NULL,
	"appointment_id" uuid,
	"during" tstzrange NOT NULL,
	"status" text NOT NULL,
	"expires_at" timestamp with time zone,
	"hold_key" text,
	CONSTRAINT "booking_claims_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "booking_claims" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calendar_resources" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"user_id" uuid,
	"weekly" jsonb,
	"overrides" jsonb DEFAULT '[]' NOT NULL,
	"travel" jsonb DEFAULT '[]' NOT NULL,
	"capacity" integer,
	"is_visible" boolean DEFAULT false NOT NULL,
	"is_shared" boolean DEFAULT false NOT NULL,
	"setup_minutes" integer DEFAULT 0 NOT NULL,
	"teardown_minutes" integer DEFAULT 0 NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "calendar_resources_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "calendar_resources" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "auth"."oauth_authorizations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"oauth_client_id" uuid NOT NULL,
	"user_id" uuid,
	"redirect_uri" text NOT NULL,
	"scope" text NOT NULL,
	"state" text,
	"nonce" text,
	"code_challenge" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"code_hash" text,
	"code_expires_at" timestamp with time zone,
	"code_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_clients" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"type" text NOT NULL,
	"auth_method" text NOT NULL,
	"secret_hash" text,
	"uri" text DEFAULT '' NOT NULL,
	"logo_uri" text DEFAULT '' NOT NULL,
	"redirect_uris" jsonb NOT NULL,
	"grant_types" jsonb NOT NULL,
	"scope" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_events" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"what" text NOT NULL,
	"oauth_client_id" uuid NOT NULL,
	"client_name" text NOT NULL,
	"user_id" uuid,
	"request_id" text NOT NULL,
	"ip" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_grants" (
	"user_id" uuid,
	"oauth_client_id" uuid,
	"scopes" jsonb NOT NULL,
	"granted_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "oauth_grants_pkey" PRIMARY KEY("user_id","oauth_client_id")
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_tokens" (
	"hash" text PRIMARY KEY,
	"kind" text NOT NULL,
	"authorization_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "calendar" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "appointment_details_of" ON "appointment_details" ("client_id","appointment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "appointment_reminders_once" ON "appointment_reminders" ("client_id","attendee_id","channel","minutes_before");--> statement-breakpoint
CREATE INDEX "appointment_reminders_of" ON "appointment_reminders" ("client_id","appointment_id");--> statement-breakpoint
CREATE INDEX "appointment_reminders_due" ON "appointment_reminders" ("due_at") WHERE sent_at is null and skipped is null;--> statement-breakpoint
CREATE INDEX "appointment_series_due" ON "appointment_series" ("made_until") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "appointment_series_type" ON "appointment_series" ("client_id","type_id");--> statement-breakpoint
CREATE INDEX "appointments_time" ON "appointments" ("client_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "appointments_open" ON "appointments" ("client_id","ends_at") WHERE status in ('pending', 'confirmed');--> statement-breakpoint
CREATE INDEX "appointments_type" ON "appointments" ("client_id","type_id","starts_at");--> statement-breakpoint
CREATE INDEX "appointments_lead" ON "appointments" ("client_id","lead_id") WHERE lead_id is not null;--> statement-breakpoint
CREATE INDEX "appointments_blocks" ON "appointments" ("client_id","ends_at") WHERE blocks_all;--> statement-breakpoint
CREATE INDEX "appointments_pending" ON "appointments" ("created_at") WHERE status = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "appointments_occurrence" ON "appointments" ("client_id","series_id","occurrence") WHERE series_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "appointments_booking" ON "appointments" ("client_id","booking_key") WHERE booking_key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "appointments_uid" ON "appointments" ("client_id","uid");--> statement-breakpoint
CREATE INDEX "appointment_attendees_of" ON "appointment_attendees" ("client_id","appointment_id","id");--> statement-breakpoint
CREATE INDEX "appointment_attendees_person" ON "appointment_attendees" ("client_id","person_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_type_hosts_once" ON "calendar_type_hosts" ("client_id","type_id","resource_id");--> statement-breakpoint
CREATE INDEX "calendar_type_hosts_resource" ON "calendar_type_hosts" ("client_id","resource_id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_types_slug" ON "calendar_types" ("client_id","slug") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "booking_claims_time" ON "booking_claims" USING gist ("client_id","resource_id","during");--> statement-breakpoint
CREATE INDEX "booking_claims_appointment" ON "booking_claims" ("client_id","appointment_id");--> statement-breakpoint
CREATE INDEX "booking_claims_hold" ON "booking_claims" ("client_id","hold_key") WHERE hold_key is not null;--> statement-breakpoint
CREATE INDEX "booking_claims_expired" ON "booking_claims" ("expires_at") WHERE status = 'hold';--> statement-breakpoint
CREATE INDEX "calendar_resources_kind" ON "calendar_resources" ("client_id","kind","name");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_resources_member" ON "calendar_resources" ("client_id","user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "oauth_authorizations_client" ON "auth"."oauth_authorizations" ("oauth_client_id");--> statement-breakpoint
CREATE INDEX "oauth_authorizations_user" ON "auth"."oauth_authorizations" ("user_id","oauth_client_id");--> statement-breakpoint
CREATE INDEX "oauth_authorizations_expiry" ON "auth"."oauth_authorizations" ("expires_at") WHERE code_used_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_authorizations_code" ON "auth"."oauth_authorizations" ("code_hash");--> statement-breakpoint
CREATE INDEX "oauth_events_client" ON "auth"."oauth_events" ("oauth_client_id");--> statement-breakpoint
CREATE INDEX "oauth_events_user" ON "auth"."oauth_events" ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_grants_client" ON "auth"."oauth_grants" ("oauth_client_id");--> statement-breakpoint
CREATE INDEX "oauth_tokens_authorization" ON "auth"."oauth_tokens" ("authorization_id");--> statement-breakpoint
ALTER TABLE "appointment_details" ADD CONSTRAINT "appointment_details_fk" FOREIGN KEY ("client_id","appointment_id") REFERENCES "appointments"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "appointment_reminders" ADD CONSTRAINT "appointment_reminders_attendee" FOREIGN KEY ("client_id","attendee_id") REFERENCES "appointment_attendees"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "appointment_reminders" ADD CONSTRAINT "appointment_reminders_fk" FOREIGN KEY ("client_id","appointment_id") REFERENCES "appointments"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "appointment_series" ADD CONSTRAINT "appointment_series_type_fk" FOREIGN KEY ("client_id","type_id") REFERENCES "calendar_types"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_type_fk" FOREIGN KEY ("client_id","type_id") REFERENCES "calendar_types"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_series_fk" FOREIGN KEY ("client_id","series_id") REFERENCES "appointment_series"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "appointment_attendees" ADD CONSTRAINT "appointment_attendees_fk" FOREIGN KEY ("client_id","appointment_id") REFERENCES "appointments"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "appointment_attendees" ADD CONSTRAINT "appointment_attendees_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "calendar_type_hosts" ADD CONSTRAINT "calendar_type_hosts_type" FOREIGN KEY ("client_id","type_id") REFERENCES "calendar_types"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "calendar_type_hosts" ADD CONSTRAINT "calendar_type_hosts_host" FOREIGN KEY ("client_id","resource_id") REFERENCES "calendar_resources"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "booking_claims" ADD CONSTRAINT "booking_claims_resource" FOREIGN KEY ("client_id","resource_id") REFERENCES "calendar_resources"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "booking_claims" ADD CONSTRAINT "booking_claims_appointment_fk" FOREIGN KEY ("client_id","appointment_id") REFERENCES "appointments"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."oauth_authorizations" ADD CONSTRAINT "oauth_authorizations_oauth_client_id_oauth_clients_id_fkey" FOREIGN KEY ("oauth_client_id") REFERENCES "auth"."oauth_clients"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."oauth_authorizations" ADD CONSTRAINT "oauth_authorizations_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."oauth_grants" ADD CONSTRAINT "oauth_grants_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."oauth_grants" ADD CONSTRAINT "oauth_grants_oauth_client_id_oauth_clients_id_fkey" FOREIGN KEY ("oauth_client_id") REFERENCES "auth"."oauth_clients"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."oauth_tokens" ADD CONSTRAINT "oauth_tokens_authorization_id_oauth_authorizations_id_fkey" FOREIGN KEY ("authorization_id") REFERENCES "auth"."oauth_authorizations"("id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "appointment_details_client" ON "appointment_details" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "appointment_details_platform" ON "appointment_details" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "appointment_details_readable" ON "appointment_details" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "appointment_details_changeable" ON "appointment_details" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "appointment_details_deletable" ON "appointment_details" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "appointment_reminders_client" ON "appointment_reminders" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "appointment_reminders_platform" ON "appointment_reminders" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "appointment_series_client" ON "appointment_series" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "appointment_series_platform" ON "appointment_series" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "appointments_client" ON "appointments" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "appointments_platform" ON "appointments" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "appointment_attendees_client" ON "appointment_attendees" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "appointment_attendees_platform" ON "appointment_attendees" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "appointment_attendees_readable" ON "appointment_attendees" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "appointment_attendees_changeable" ON "appointment_attendees" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "appointment_attendees_deletable" ON "appointment_attendees" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "calendar_type_hosts_client" ON "calendar_type_hosts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "calendar_type_hosts_platform" ON "calendar_type_hosts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "calendar_types_client" ON "calendar_types" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "calendar_types_platform" ON "calendar_types" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "booking_claims_client" ON "booking_claims" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "booking_claims_platform" ON "booking_claims" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "calendar_resources_client" ON "calendar_resources" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "calendar_resources_platform" ON "calendar_resources" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER TABLE "booking_claims" ADD CONSTRAINT "booking_claims_exclusive" EXCLUDE USING gist ("client_id" WITH =, "resource_id" WITH =, "during" WITH &&) WHERE ("status" in ('hold', 'pending', 'confirmed'));
