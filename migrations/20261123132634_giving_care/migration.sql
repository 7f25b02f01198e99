CREATE TABLE "giving_first_gifts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"gift_id" uuid NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "giving_first_gifts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_first_gifts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "giving_care" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"source_key" text NOT NULL,
	"done_at" timestamp with time zone,
	"done_by" uuid,
	"needs" text GENERATED ALWAYS AS ('pastoral') STORED,
	CONSTRAINT "giving_care_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_care" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "pledges" ADD COLUMN "fulfilled_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "giving_first_gifts_person" ON "giving_first_gifts" ("client_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "giving_care_once" ON "giving_care" ("client_id","person_id","reason","source_key");--> statement-breakpoint
CREATE INDEX "giving_care_open" ON "giving_care" ("client_id","id") WHERE done_at is null;--> statement-breakpoint
ALTER TABLE "giving_first_gifts" ADD CONSTRAINT "giving_first_gifts_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "giving_care" ADD CONSTRAINT "giving_care_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "giving_first_gifts_client" ON "giving_first_gifts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_first_gifts_platform" ON "giving_first_gifts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_first_gifts_readable" ON "giving_first_gifts" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_first_gifts_changeable" ON "giving_first_gifts" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_first_gifts_deletable" ON "giving_first_gifts" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_care_client" ON "giving_care" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_care_platform" ON "giving_care" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_care_readable" ON "giving_care" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_care_changeable" ON "giving_care" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_care_deletable" ON "giving_care" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
-- Givers of before are known: their next gift is not their first.
INSERT INTO "giving_first_gifts" ("client_id", "person_id", "gift_id")
  SELECT DISTINCT ON (client_id, person_id) client_id, person_id, id FROM "gifts"
  WHERE person_id IS NOT NULL AND status IN ('succeeded', 'partially_refunded', 'refunded')
  ORDER BY client_id, person_id, received_on, id;--> statement-breakpoint
-- Pledges that were fulfilled before are not announced later.
UPDATE "pledges" p SET fulfilled_at = now() WHERE (frequency = 'once' OR end_date IS NOT NULL) AND (
  SELECT coalesce(sum(l.amount - l.refunded), 0) FROM "gift_lines" l
  JOIN "gifts" g ON g.client_id = l.client_id AND g.id = l.gift_id
  WHERE l.client_id = p.client_id AND l.counts AND g.currency = p.currency
    AND (g.person_id = p.person_id OR g.household_id = p.household_id)
    AND (p.campaign_id IS NULL OR l.campaign_id = p.campaign_id) AND (p.fund_id IS NULL OR l.fund_id = p.fund_id)
    AND g.received_on >= p.start_date AND (p.end_date IS NULL OR g.received_on <= p.end_date)
) >= p.amount * CASE frequency
  WHEN 'once' THEN 1
  WHEN 'weekly' THEN (end_date - start_date) / 7 + 1
  WHEN 'biweekly' THEN (end_date - start_date) / 14 + 1
  ELSE (SELECT count(*) FROM generate_series(0, 1200) n
    WHERE start_date + make_interval(months => n * CASE frequency WHEN 'monthly' THEN 1 WHEN 'quarterly' THEN 3 ELSE 12 END) <= end_date)
END;
