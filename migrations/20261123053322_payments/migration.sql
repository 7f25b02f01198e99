CREATE TABLE "payment_differences" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"gateway" text NOT NULL,
	"external_id" text NOT NULL,
	"payment_id" uuid,
	"kind" text NOT NULL,
	"theirs" text NOT NULL,
	"ours" text NOT NULL,
	"settled_at" timestamp with time zone,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "payment_differences_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "payment_differences" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_events" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"gateway" text NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"about" text NOT NULL,
	"object_id" text NOT NULL,
	"facts" jsonb,
	"sent_at" timestamp with time zone,
	"state" text DEFAULT 'new' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"processed_at" timestamp with time zone,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "payment_events_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "payment_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_gateways" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"gateway" text NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"fields" jsonb DEFAULT '{}' NOT NULL,
	"sealed_secrets" text,
	"last4" jsonb DEFAULT '{}' NOT NULL,
	"environment" text DEFAULT 'sandbox' NOT NULL,
	"mode" text DEFAULT 'sandbox' NOT NULL,
	"account_name" text DEFAULT '' NOT NULL,
	"charges" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp with time zone,
	"last_event_at" timestamp with time zone,
	"last_error_at" timestamp with time zone,
	"last_error" text DEFAULT '' NOT NULL,
	"reconciled_at" timestamp with time zone,
	CONSTRAINT "payment_gateways_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "payment_gateways" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_refunds" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"reason" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"external_id" text,
	"problem" text DEFAULT '' NOT NULL,
	"asked_by" uuid,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "payment_refunds_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "payment_refunds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_settings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"descriptor" text DEFAULT '' NOT NULL,
	"cards" boolean DEFAULT true NOT NULL,
	"ach" boolean DEFAULT false NOT NULL,
	"wallets" boolean DEFAULT true NOT NULL,
	"collect_tax" boolean DEFAULT false NOT NULL,
	"tax_rates" jsonb DEFAULT '[]' NOT NULL,
	CONSTRAINT "payment_settings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "payment_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payments" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"module" text NOT NULL,
	"ref_id" uuid NOT NULL,
	"key" text NOT NULL,
	"gateway" text NOT NULL,
	"mode" text NOT NULL,
	"methods" text[] NOT NULL,
	"state" text DEFAULT 'created' NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"description" text NOT NULL,
	"payer_name" text NOT NULL,
	"payer_email" text NOT NULL,
	"keeps" boolean DEFAULT false NOT NULL,
	"saved_id" uuid,
	"return_path" text DEFAULT '/' NOT NULL,
	"checkout_id" text,
	"checkout_url" text,
	"checkout_expires_at" timestamp with time zone,
	"external_id" text,
	"fee" bigint,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"dispute" text,
	"dispute_fee" bigint DEFAULT 0 NOT NULL,
	"method" text,
	"brand" text DEFAULT '' NOT NULL,
	"last4" text DEFAULT '' NOT NULL,
	"problem_code" text DEFAULT '' NOT NULL,
	"problem" text DEFAULT '' NOT NULL,
	"paid_at" timestamp with time zone,
	"payout_id" text,
	"asked_at" timestamp with time zone,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "payments_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_payouts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"gateway" text NOT NULL,
	"external_id" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"state" text NOT NULL,
	"arrives_on" date NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "payment_payouts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "payment_payouts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_saved_methods" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"gateway" text NOT NULL,
	"customer_id" text NOT NULL,
	"method_id" text NOT NULL,
	"kind" text NOT NULL,
	"brand" text DEFAULT '' NOT NULL,
	"last4" text DEFAULT '' NOT NULL,
	"expires" text,
	"email" text NOT NULL,
	"removed_at" timestamp with time zone,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "payment_saved_methods_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "payment_saved_methods" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_differences_one" ON "payment_differences" ("client_id","gateway","external_id","kind");--> statement-breakpoint
CREATE INDEX "payment_differences_payment" ON "payment_differences" ("client_id","payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_one" ON "payment_events" ("client_id","gateway","event_id");--> statement-breakpoint
CREATE INDEX "payment_events_newest" ON "payment_events" ("client_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_gateways_one" ON "payment_gateways" ("client_id","gateway");--> statement-breakpoint
CREATE INDEX "payment_refunds_payment" ON "payment_refunds" ("client_id","payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_settings_one" ON "payment_settings" ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_key" ON "payments" ("client_id","module","key");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_external" ON "payments" ("client_id","gateway","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payments_checkout" ON "payments" ("client_id","gateway","checkout_id");--> statement-breakpoint
CREATE INDEX "payments_ref" ON "payments" ("client_id","module","ref_id");--> statement-breakpoint
CREATE INDEX "payments_saved" ON "payments" ("client_id","saved_id");--> statement-breakpoint
CREATE INDEX "payments_payout" ON "payments" ("client_id","gateway","payout_id");--> statement-breakpoint
CREATE INDEX "payments_open" ON "payments" ("created_at") WHERE state in ('created', 'pending');--> statement-breakpoint
CREATE UNIQUE INDEX "payment_payouts_one" ON "payment_payouts" ("client_id","gateway","external_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_saved_methods_one" ON "payment_saved_methods" ("client_id","gateway","method_id");--> statement-breakpoint
ALTER TABLE "payment_differences" ADD CONSTRAINT "payment_differences_payment_fk" FOREIGN KEY ("client_id","payment_id") REFERENCES "payments"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "payment_refunds" ADD CONSTRAINT "payment_refunds_payment_fk" FOREIGN KEY ("client_id","payment_id") REFERENCES "payments"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_saved_fk" FOREIGN KEY ("client_id","saved_id") REFERENCES "payment_saved_methods"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
CREATE POLICY "payment_differences_client" ON "payment_differences" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "payment_differences_platform" ON "payment_differences" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payment_differences_readable" ON "payment_differences" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "payment_differences_changeable" ON "payment_differences" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payment_differences_deletable" ON "payment_differences" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "payment_events_client" ON "payment_events" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "payment_events_platform" ON "payment_events" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payment_events_readable" ON "payment_events" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "payment_events_changeable" ON "payment_events" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payment_events_deletable" ON "payment_events" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "payment_gateways_client" ON "payment_gateways" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "payment_gateways_platform" ON "payment_gateways" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payment_refunds_client" ON "payment_refunds" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "payment_refunds_platform" ON "payment_refunds" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payment_refunds_readable" ON "payment_refunds" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "payment_refunds_changeable" ON "payment_refunds" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payment_refunds_deletable" ON "payment_refunds" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "payment_settings_client" ON "payment_settings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "payment_settings_platform" ON "payment_settings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payments_client" ON "payments" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "payments_platform" ON "payments" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payments_readable" ON "payments" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "payments_changeable" ON "payments" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payments_deletable" ON "payments" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "payment_payouts_client" ON "payment_payouts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "payment_payouts_platform" ON "payment_payouts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payment_payouts_readable" ON "payment_payouts" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "payment_payouts_changeable" ON "payment_payouts" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payment_payouts_deletable" ON "payment_payouts" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "payment_saved_methods_client" ON "payment_saved_methods" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "payment_saved_methods_platform" ON "payment_saved_methods" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payment_saved_methods_readable" ON "payment_saved_methods" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "payment_saved_methods_changeable" ON "payment_saved_methods" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "payment_saved_methods_deletable" ON "payment_saved_methods" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));