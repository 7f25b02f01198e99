CREATE TABLE "gift_imports" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"product" text NOT NULL,
	"state" text NOT NULL,
	"waiting" jsonb NOT NULL,
	"rows" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"created" integer DEFAULT 0 NOT NULL,
	"known" integer DEFAULT 0 NOT NULL,
	"problems" jsonb DEFAULT '[]' NOT NULL,
	"created_by" uuid,
	"finished_at" timestamp with time zone,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "gift_imports_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "gift_imports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "gift_imports_client" ON "gift_imports" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "gift_imports_platform" ON "gift_imports" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_imports_readable" ON "gift_imports" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "gift_imports_changeable" ON "gift_imports" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_imports_deletable" ON "gift_imports" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));