CREATE TABLE "giving_published_sums" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"currency" text NOT NULL,
	"from_day" date,
	"total" bigint DEFAULT 0 NOT NULL,
	"gifts" integer DEFAULT 0 NOT NULL,
	"donors" integer DEFAULT 0 NOT NULL,
	"before" timestamp with time zone NOT NULL,
	CONSTRAINT "giving_published_sums_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_published_sums" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "timeline" ADD COLUMN "needs" text GENERATED ALWAYS AS (case when type = 'gift.received' then 'giving' end) STORED;--> statement-breakpoint
CREATE UNIQUE INDEX "giving_published_sums_one" ON "giving_published_sums" ("client_id","key","currency");--> statement-breakpoint
CREATE POLICY "giving_published_sums_client" ON "giving_published_sums" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_published_sums_platform" ON "giving_published_sums" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "timeline_readable" ON "timeline" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "timeline_changeable" ON "timeline" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "timeline_deletable" ON "timeline" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
-- What everyone may know of giving is published once a day, so nobody adds up gifts that they may not see.
DROP FUNCTION giving_totals();--> statement-breakpoint
DROP FUNCTION giving_figures(date, date);--> statement-breakpoint
DROP FUNCTION giving_for_members();
