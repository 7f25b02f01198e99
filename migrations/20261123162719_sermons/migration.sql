CREATE TABLE "sermon_passages" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sermon_id" uuid NOT NULL,
	"from_verse" integer NOT NULL,
	"to_verse" integer NOT NULL,
	CONSTRAINT "sermon_passages_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sermon_passages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sermon_shares" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sermon_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"views" integer DEFAULT 0 NOT NULL,
	"created_by" uuid,
	CONSTRAINT "sermon_shares_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sermon_shares" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sermon_versions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sermon_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"document" jsonb NOT NULL,
	"created_by" uuid,
	CONSTRAINT "sermon_versions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sermon_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sermons" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"title" text NOT NULL,
	"bible_verse" text NOT NULL,
	"theme" text NOT NULL,
	"target_audience" text DEFAULT 'general' NOT NULL,
	"audience_note" text DEFAULT '' NOT NULL,
	"length" text DEFAULT 'medium' NOT NULL,
	"tone" text DEFAULT 'inspirational' NOT NULL,
	"include_stories" boolean DEFAULT true NOT NULL,
	"include_quotes" boolean DEFAULT true NOT NULL,
	"additional_notes" text DEFAULT '' NOT NULL,
	"edition" text DEFAULT 'web' NOT NULL,
	"document" jsonb,
	"status" text DEFAULT 'draft' NOT NULL,
	"preached_on" date,
	"series" text DEFAULT '' NOT NULL,
	"speaker" text DEFAULT '' NOT NULL,
	"stage" text,
	"generation" integer DEFAULT 0 NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "sermons_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sermons" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "sermon_passages_verses" ON "sermon_passages" ("client_id","from_verse");--> statement-breakpoint
CREATE INDEX "sermon_passages_of" ON "sermon_passages" ("client_id","sermon_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sermon_shares_token" ON "sermon_shares" ("token_hash");--> statement-breakpoint
CREATE INDEX "sermon_shares_of" ON "sermon_shares" ("client_id","sermon_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sermon_versions_number" ON "sermon_versions" ("client_id","sermon_id","number");--> statement-breakpoint
CREATE INDEX "sermons_new" ON "sermons" ("client_id","updated_at") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "sermon_passages" ADD CONSTRAINT "sermon_passages_sermon" FOREIGN KEY ("client_id","sermon_id") REFERENCES "sermons"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sermon_shares" ADD CONSTRAINT "sermon_shares_sermon" FOREIGN KEY ("client_id","sermon_id") REFERENCES "sermons"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sermon_versions" ADD CONSTRAINT "sermon_versions_sermon" FOREIGN KEY ("client_id","sermon_id") REFERENCES "sermons"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "sermon_passages_client" ON "sermon_passages" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sermon_passages_platform" ON "sermon_passages" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sermon_shares_client" ON "sermon_shares" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sermon_shares_platform" ON "sermon_shares" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sermon_versions_client" ON "sermon_versions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sermon_versions_platform" ON "sermon_versions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sermons_client" ON "sermons" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sermons_platform" ON "sermons" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);