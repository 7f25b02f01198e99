CREATE TABLE "content_entries" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"date" date NOT NULL,
	"end_date" date,
	"type" text NOT NULL,
	"content_suggestions" text[] DEFAULT '{}'::text[] NOT NULL,
	"bible_verses" text[] DEFAULT '{}'::text[] NOT NULL,
	"rule" jsonb,
	"rule_key" text,
	"plan_slot" text,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "content_entries_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "content_entries" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "content_feeds" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"hash" text NOT NULL,
	"created_by" uuid NOT NULL,
	"revoked_at" timestamp with time zone,
	"reads" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "content_feeds_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "content_feeds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "content_settings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"tradition" text DEFAULT 'western' NOT NULL,
	"country" text DEFAULT 'us' NOT NULL,
	"on_sundays" boolean DEFAULT false NOT NULL,
	"week_start" text DEFAULT 'sunday' NOT NULL,
	CONSTRAINT "content_settings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "content_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "content_entries_date" ON "content_entries" ("client_id","date") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "content_entries_rule" ON "content_entries" ("client_id","rule_key") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "content_entries_slot" ON "content_entries" ("client_id","plan_slot") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "content_feeds_hash" ON "content_feeds" ("hash");--> statement-breakpoint
CREATE UNIQUE INDEX "content_settings_one" ON "content_settings" ("client_id");--> statement-breakpoint
CREATE POLICY "content_entries_client" ON "content_entries" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "content_entries_platform" ON "content_entries" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "content_feeds_client" ON "content_feeds" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "content_feeds_platform" ON "content_feeds" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "content_settings_client" ON "content_settings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "content_settings_platform" ON "content_settings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);