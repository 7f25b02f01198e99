CREATE TABLE "link_goals" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"ref_id" uuid NOT NULL,
	"person_id" uuid,
	"visitor" text,
	"link_id" uuid,
	CONSTRAINT "link_goals_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "link_goals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "short_link_days" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"module" text NOT NULL,
	"link_id" uuid,
	"day" date NOT NULL,
	"facet" text NOT NULL,
	"key" text NOT NULL,
	"clicks" integer NOT NULL,
	"visitors" integer NOT NULL,
	"machines" integer NOT NULL,
	CONSTRAINT "short_link_days_pkey" PRIMARY KEY("client_id","id"),
	CONSTRAINT "short_link_days_one" UNIQUE NULLS NOT DISTINCT("client_id","module","link_id","day","facet","key")
);
--> statement-breakpoint
ALTER TABLE "short_link_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "short_link_rollups" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "short_link_rollups_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "short_link_rollups" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "short_link_clicks" ADD COLUMN "visitor" text;--> statement-breakpoint
ALTER TABLE "short_link_clicks" ADD COLUMN "country" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "short_link_clicks" ADD COLUMN "device" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "short_link_clicks" ADD COLUMN "system" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "short_link_clicks" ADD COLUMN "browser" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "short_links" ADD COLUMN "source" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "short_links" ADD COLUMN "state" text DEFAULT 'active' NOT NULL;--> statement-breakpoint
ALTER TABLE "short_links" ADD COLUMN "fallback" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "short_links" ADD COLUMN "schedule" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
DROP INDEX "short_links_target";--> statement-breakpoint
CREATE UNIQUE INDEX "short_links_target" ON "short_links" ("client_id","module","owner_id","target") WHERE source = '';--> statement-breakpoint
CREATE UNIQUE INDEX "link_goals_one" ON "link_goals" ("client_id","kind","ref_id");--> statement-breakpoint
CREATE INDEX "link_goals_by_link" ON "link_goals" ("client_id","link_id","created_at");--> statement-breakpoint
CREATE INDEX "link_goals_by_person" ON "link_goals" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "short_link_clicks_day" ON "short_link_clicks" ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "short_link_clicks_visitor" ON "short_link_clicks" ("client_id","visitor");--> statement-breakpoint
CREATE INDEX "short_link_days_links" ON "short_link_days" ("client_id","link_id");--> statement-breakpoint
CREATE UNIQUE INDEX "short_link_rollups_one" ON "short_link_rollups" ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "short_links_place" ON "short_links" ("client_id","module","owner_id") WHERE source <> '';--> statement-breakpoint
ALTER TABLE "short_link_days" ADD CONSTRAINT "short_link_days_link" FOREIGN KEY ("client_id","link_id") REFERENCES "short_links"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "link_goals_client" ON "link_goals" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "link_goals_platform" ON "link_goals" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "short_link_days_client" ON "short_link_days" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "short_link_days_platform" ON "short_link_days" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "short_link_rollups_client" ON "short_link_rollups" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "short_link_rollups_platform" ON "short_link_rollups" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
--> statement-breakpoint
ALTER TABLE "short_link_clicks" RENAME TO "short_link_clicks_before";--> statement-breakpoint
ALTER TABLE "short_link_clicks_before" DROP CONSTRAINT "short_link_clicks_link", DROP CONSTRAINT "short_link_clicks_recipient", DROP CONSTRAINT "short_link_clicks_pkey";--> statement-breakpoint
DROP INDEX "short_link_clicks_of", "short_link_clicks_recent", "short_link_clicks_day", "short_link_clicks_visitor";--> statement-breakpoint
CREATE TABLE "short_link_clicks" (LIKE "short_link_clicks_before" INCLUDING DEFAULTS) PARTITION BY RANGE ("created_at");--> statement-breakpoint
ALTER TABLE "short_link_clicks" ADD CONSTRAINT "short_link_clicks_pkey" PRIMARY KEY ("client_id", "id", "created_at");--> statement-breakpoint
CREATE TABLE "short_link_clicks_rest" PARTITION OF "short_link_clicks" DEFAULT;--> statement-breakpoint
ALTER TABLE "short_link_clicks_rest" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
-- Makes the monthly partitions that are missing between two days. Nobody but the owner may create tables, so the platform
-- role calls this. A partition has row security and no policy: it is read through its table alone. Rows of a month that came
-- before its partition stay where they are, in the default one.
CREATE FUNCTION short_link_partitions(p_from date, p_to date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE m date := date_trunc('month', p_from); part text; moment timestamptz;
BEGIN
  WHILE m <= p_to LOOP
    part := 'short_link_clicks_' || to_char(m, 'YYYY_MM');
    moment := m::timestamp AT TIME ZONE 'UTC';
    IF to_regclass('public.' || part) IS NULL AND NOT EXISTS (
      SELECT FROM short_link_clicks_rest WHERE created_at >= moment AND created_at < (m + interval '1 month') AT TIME ZONE 'UTC') THEN
      EXECUTE format('CREATE TABLE %I PARTITION OF short_link_clicks FOR VALUES FROM (%L) TO (%L)', part, moment, (m + interval '1 month') AT TIME ZONE 'UTC');
      EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', part);
    END IF;
    m := m + interval '1 month';
  END LOOP;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION short_link_partitions(date, date) FROM public;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION short_link_partitions(date, date) TO lampstand_platform;--> statement-breakpoint
SELECT short_link_partitions(coalesce((SELECT min("created_at") FROM "short_link_clicks_before"), now())::date, (now() + interval '3 months')::date);--> statement-breakpoint
INSERT INTO "short_link_clicks" SELECT * FROM "short_link_clicks_before";--> statement-breakpoint
DROP TABLE "short_link_clicks_before";--> statement-breakpoint
CREATE INDEX "short_link_clicks_of" ON "short_link_clicks" ("client_id","recipient_id");--> statement-breakpoint
CREATE INDEX "short_link_clicks_recent" ON "short_link_clicks" ("client_id","link_id","created_at");--> statement-breakpoint
CREATE INDEX "short_link_clicks_day" ON "short_link_clicks" ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "short_link_clicks_visitor" ON "short_link_clicks" ("client_id","visitor");--> statement-breakpoint
ALTER TABLE "short_link_clicks" ADD CONSTRAINT "short_link_clicks_link" FOREIGN KEY ("client_id","link_id") REFERENCES "short_links"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "short_link_clicks" ADD CONSTRAINT "short_link_clicks_recipient" FOREIGN KEY ("client_id","recipient_id") REFERENCES "short_link_recipients"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "short_link_clicks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY "short_link_clicks_client" ON "short_link_clicks" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "short_link_clicks_platform" ON "short_link_clicks" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);
