CREATE TABLE "merge_steps" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"merge_id" uuid NOT NULL,
	"table_name" text NOT NULL,
	"kind" text NOT NULL,
	"column_name" text DEFAULT '' NOT NULL,
	"from_id" uuid,
	"to_id" uuid,
	"payload" jsonb NOT NULL,
	CONSTRAINT "merge_steps_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "merge_steps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "person_aliases" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	CONSTRAINT "person_aliases_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "person_aliases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "person_merges" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"kept_id" uuid NOT NULL,
	"gone_id" uuid NOT NULL,
	"kept_name" text NOT NULL,
	"gone_name" text NOT NULL,
	"user_id" uuid,
	"undone_at" timestamp with time zone,
	"undone_by" uuid,
	CONSTRAINT "person_merges_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "person_merges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "merge_steps_merge" ON "merge_steps" ("client_id","merge_id","id");--> statement-breakpoint
CREATE INDEX "person_aliases_person" ON "person_aliases" ("client_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "person_merges_gone" ON "person_merges" ("client_id","gone_id") WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "person_merges_kept" ON "person_merges" ("client_id","kept_id");--> statement-breakpoint
ALTER TABLE "merge_steps" ADD CONSTRAINT "merge_steps_merge_fk" FOREIGN KEY ("client_id","merge_id") REFERENCES "person_merges"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_aliases" ADD CONSTRAINT "person_aliases_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_merges" ADD CONSTRAINT "person_merges_kept_fk" FOREIGN KEY ("client_id","kept_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_merges" ADD CONSTRAINT "person_merges_gone_fk" FOREIGN KEY ("client_id","gone_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "merge_steps_client" ON "merge_steps" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "merge_steps_platform" ON "merge_steps" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "person_aliases_client" ON "person_aliases" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "person_aliases_platform" ON "person_aliases" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "person_merges_client" ON "person_merges" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "person_merges_platform" ON "person_merges" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);