CREATE TABLE "recurring_gifts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid,
	"currency" text NOT NULL,
	"frequency" text NOT NULL,
	"anchor" date NOT NULL,
	"next_on" date NOT NULL,
	"try_on" date NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"paused_until" date,
	"saved_id" uuid NOT NULL,
	"cover_fees" boolean DEFAULT false NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failed_on" date,
	"problem" text DEFAULT '' NOT NULL,
	"first_gift_id" uuid NOT NULL,
	"last_gift_id" uuid NOT NULL,
	"answered_gift_id" uuid,
	"ended_reason" text,
	"ended_at" timestamp with time zone,
	"expiry_noted" text,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "recurring_gifts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "recurring_gifts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recurring_gift_lines" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"recurring_id" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"fund_id" uuid NOT NULL,
	"campaign_id" uuid,
	"amount" bigint NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "recurring_gift_lines_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "recurring_gift_lines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "gift_requests" ADD COLUMN "recurring" jsonb;--> statement-breakpoint
ALTER TABLE "gifts" ADD COLUMN "recurring_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "recurring_gifts_first" ON "recurring_gifts" ("client_id","first_gift_id");--> statement-breakpoint
CREATE INDEX "recurring_gifts_person" ON "recurring_gifts" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "recurring_gifts_saved" ON "recurring_gifts" ("client_id","saved_id");--> statement-breakpoint
CREATE INDEX "recurring_gifts_due" ON "recurring_gifts" ("try_on") WHERE status in ('active', 'paused');--> statement-breakpoint
CREATE INDEX "recurring_gift_lines_of" ON "recurring_gift_lines" ("client_id","recurring_id");--> statement-breakpoint
CREATE INDEX "recurring_gift_lines_fund" ON "recurring_gift_lines" ("client_id","fund_id");--> statement-breakpoint
CREATE INDEX "recurring_gift_lines_campaign" ON "recurring_gift_lines" ("client_id","campaign_id");--> statement-breakpoint
CREATE INDEX "gifts_of_recurring" ON "gifts" ("client_id","recurring_id");--> statement-breakpoint
ALTER TABLE "recurring_gifts" ADD CONSTRAINT "recurring_gifts_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "recurring_gifts" ADD CONSTRAINT "recurring_gifts_saved_fk" FOREIGN KEY ("client_id","saved_id") REFERENCES "payment_saved_methods"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "recurring_gift_lines" ADD CONSTRAINT "recurring_gift_lines_gift" FOREIGN KEY ("client_id","recurring_id") REFERENCES "recurring_gifts"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "recurring_gift_lines" ADD CONSTRAINT "recurring_gift_lines_fund_fk" FOREIGN KEY ("client_id","fund_id") REFERENCES "giving_funds"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "recurring_gift_lines" ADD CONSTRAINT "recurring_gift_lines_campaign_fk" FOREIGN KEY ("client_id","campaign_id") REFERENCES "giving_campaigns"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
CREATE POLICY "recurring_gifts_client" ON "recurring_gifts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "recurring_gifts_platform" ON "recurring_gifts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "recurring_gifts_readable" ON "recurring_gifts" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "recurring_gifts_changeable" ON "recurring_gifts" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "recurring_gifts_deletable" ON "recurring_gifts" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "recurring_gift_lines_client" ON "recurring_gift_lines" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "recurring_gift_lines_platform" ON "recurring_gift_lines" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "recurring_gift_lines_readable" ON "recurring_gift_lines" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "recurring_gift_lines_changeable" ON "recurring_gift_lines" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "recurring_gift_lines_deletable" ON "recurring_gift_lines" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));