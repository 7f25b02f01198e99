CREATE TABLE "calendar_feeds" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"resource_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"last_read_at" timestamp with time zone,
	"reads" integer DEFAULT 0 NOT NULL,
	"reads_since" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "calendar_feeds_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "calendar_feeds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "busy_times" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"resource_id" uuid NOT NULL,
	"source_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"during" tstzrange NOT NULL,
	CONSTRAINT "busy_times_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "busy_times" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calendar_sources" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"resource_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"server" text DEFAULT '' NOT NULL,
	"calendar_id" text DEFAULT '' NOT NULL,
	"writes_out" boolean DEFAULT false NOT NULL,
	"cursor" text DEFAULT '' NOT NULL,
	"next_at" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"last_read_at" timestamp with time zone,
	"ignored" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	CONSTRAINT "calendar_sources_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "calendar_sources" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calendar_source_events" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"source_id" uuid NOT NULL,
	"appointment_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"etag" text DEFAULT '' NOT NULL,
	"written" text DEFAULT '' NOT NULL,
	CONSTRAINT "calendar_source_events_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "calendar_source_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calendar_sandbox_events" (
	"id" text PRIMARY KEY,
	"calendar" text NOT NULL,
	"uid" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"is_free" boolean DEFAULT false NOT NULL,
	"etag" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"change" bigserial
);
--> statement-breakpoint
ALTER TABLE "calendar_sandbox_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_feeds_hash" ON "calendar_feeds" ("hash");--> statement-breakpoint
CREATE INDEX "calendar_feeds_resource" ON "calendar_feeds" ("client_id","resource_id");--> statement-breakpoint
CREATE INDEX "busy_times_time" ON "busy_times" USING gist ("client_id","resource_id","during");--> statement-breakpoint
CREATE INDEX "busy_times_event" ON "busy_times" ("client_id","source_id","event_id");--> statement-breakpoint
CREATE INDEX "busy_times_resource" ON "busy_times" ("client_id","resource_id");--> statement-breakpoint
CREATE INDEX "calendar_sources_resource" ON "calendar_sources" ("client_id","resource_id");--> statement-breakpoint
CREATE INDEX "calendar_sources_due" ON "calendar_sources" ("next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_source_events_once" ON "calendar_source_events" ("client_id","source_id","appointment_id");--> statement-breakpoint
CREATE INDEX "calendar_source_events_event" ON "calendar_source_events" ("client_id","source_id","event_id");--> statement-breakpoint
CREATE INDEX "calendar_source_events_appointment" ON "calendar_source_events" ("client_id","appointment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "calendar_sandbox_uid" ON "calendar_sandbox_events" ("calendar","uid");--> statement-breakpoint
CREATE INDEX "calendar_sandbox_change" ON "calendar_sandbox_events" ("calendar","change");--> statement-breakpoint
ALTER TABLE "calendar_feeds" ADD CONSTRAINT "calendar_feeds_resource_fk" FOREIGN KEY ("client_id","resource_id") REFERENCES "calendar_resources"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_resource_fk" FOREIGN KEY ("client_id","resource_id") REFERENCES "calendar_resources"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "busy_times" ADD CONSTRAINT "busy_times_source_fk" FOREIGN KEY ("client_id","source_id") REFERENCES "calendar_sources"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "calendar_sources" ADD CONSTRAINT "calendar_sources_resource_fk" FOREIGN KEY ("client_id","resource_id") REFERENCES "calendar_resources"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "calendar_source_events" ADD CONSTRAINT "calendar_source_events_source_fk" FOREIGN KEY ("client_id","source_id") REFERENCES "calendar_sources"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "calendar_source_events" ADD CONSTRAINT "calendar_source_events_appointment_fk" FOREIGN KEY ("client_id","appointment_id") REFERENCES "appointments"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "calendar_feeds_client" ON "calendar_feeds" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "calendar_feeds_platform" ON "calendar_feeds" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "busy_times_client" ON "busy_times" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "busy_times_platform" ON "busy_times" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "calendar_sources_client" ON "calendar_sources" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "calendar_sources_platform" ON "calendar_sources" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "calendar_source_events_client" ON "calendar_source_events" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "calendar_source_events_platform" ON "calendar_source_events" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "calendar_sandbox_events_client" ON "calendar_sandbox_events" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (false);--> statement-breakpoint
CREATE POLICY "calendar_sandbox_events_platform" ON "calendar_sandbox_events" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);