CREATE TABLE "plan_charges" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"subscription_id" uuid NOT NULL,
	"period_on" date NOT NULL,
	"settled_at" timestamp with time zone,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "plan_charges_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "plan_charges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "plan_subscriptions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"plan_id" uuid NOT NULL,
	"price_id" uuid NOT NULL,
	"person_id" uuid,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"key" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"interval" text NOT NULL,
	"trial_days" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"anchor" date NOT NULL,
	"next_on" date NOT NULL,
	"try_on" date NOT NULL,
	"saved_id" uuid,
	"failures" integer DEFAULT 0 NOT NULL,
	"failed_on" date,
	"problem" text DEFAULT '' NOT NULL,
	"answered_payment_id" uuid,
	"started_at" timestamp with time zone,
	"canceled_at" timestamp with time zone,
	"canceled_by" text,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "plan_subscriptions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "plan_subscriptions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "gift_requests" ADD COLUMN "visitor" jsonb;--> statement-breakpoint
ALTER TABLE "sale_plans" ADD COLUMN "link_token" text DEFAULT replace(gen_random_uuid()::text, '-', '') NOT NULL;--> statement-breakpoint
ALTER TABLE "sales" ADD COLUMN "visitor" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "sale_plans_link" ON "sale_plans" ("link_token");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_charges_period" ON "plan_charges" ("client_id","subscription_id","period_on");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_subscriptions_key" ON "plan_subscriptions" ("client_id","key");--> statement-breakpoint
CREATE INDEX "plan_subscriptions_plan" ON "plan_subscriptions" ("client_id","plan_id","state");--> statement-breakpoint
CREATE INDEX "plan_subscriptions_price" ON "plan_subscriptions" ("client_id","price_id");--> statement-breakpoint
CREATE INDEX "plan_subscriptions_person" ON "plan_subscriptions" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "plan_subscriptions_saved" ON "plan_subscriptions" ("client_id","saved_id");--> statement-breakpoint
CREATE INDEX "plan_subscriptions_due" ON "plan_subscriptions" ("try_on") WHERE state = 'active';--> statement-breakpoint
ALTER TABLE "plan_charges" ADD CONSTRAINT "plan_charges_subscription_fk" FOREIGN KEY ("client_id","subscription_id") REFERENCES "plan_subscriptions"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "plan_subscriptions" ADD CONSTRAINT "plan_subscriptions_plan_fk" FOREIGN KEY ("client_id","plan_id") REFERENCES "sale_plans"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "plan_subscriptions" ADD CONSTRAINT "plan_subscriptions_price_fk" FOREIGN KEY ("client_id","price_id") REFERENCES "sale_prices"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "plan_subscriptions" ADD CONSTRAINT "plan_subscriptions_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "plan_subscriptions" ADD CONSTRAINT "plan_subscriptions_saved_fk" FOREIGN KEY ("client_id","saved_id") REFERENCES "payment_saved_methods"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
CREATE POLICY "plan_charges_client" ON "plan_charges" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "plan_charges_platform" ON "plan_charges" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "plan_charges_readable" ON "plan_charges" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "plan_charges_changeable" ON "plan_charges" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "plan_charges_deletable" ON "plan_charges" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "plan_subscriptions_client" ON "plan_subscriptions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "plan_subscriptions_platform" ON "plan_subscriptions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "plan_subscriptions_readable" ON "plan_subscriptions" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "plan_subscriptions_changeable" ON "plan_subscriptions" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "plan_subscriptions_deletable" ON "plan_subscriptions" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));