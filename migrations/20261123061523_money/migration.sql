CREATE TABLE "gift_requests" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"gift_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"address" jsonb DEFAULT '{}' NOT NULL,
	"path" text NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "gift_requests_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "gift_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "giving_batches" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"day" date NOT NULL,
	"currency" text NOT NULL,
	"control_total" bigint,
	"status" text DEFAULT 'open' NOT NULL,
	"denominations" jsonb DEFAULT '[]' NOT NULL,
	"checks_total" bigint DEFAULT 0 NOT NULL,
	"counted_by" uuid,
	"counted_at" timestamp with time zone,
	"confirmed_by" uuid,
	"confirmed_at" timestamp with time zone,
	"deposited_on" date,
	"deposited_by" uuid,
	"reference" text DEFAULT '' NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "giving_batches_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_batches" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "giving_campaign_donors" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"campaign_id" uuid NOT NULL,
	"donor_id" uuid NOT NULL,
	"lines" integer NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "giving_campaign_donors_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_campaign_donors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "giving_campaign_totals" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"campaign_id" uuid NOT NULL,
	"raised" bigint DEFAULT 0 NOT NULL,
	"lines" integer DEFAULT 0 NOT NULL,
	"donors" integer DEFAULT 0 NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "giving_campaign_totals_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_campaign_totals" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "giving_campaigns" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"currency" text NOT NULL,
	"goal" bigint NOT NULL,
	"start_date" date,
	"end_date" date,
	"fund_id" uuid NOT NULL,
	"is_recurring" boolean DEFAULT false NOT NULL,
	"frequency" text,
	"visibility" text DEFAULT 'public' NOT NULL,
	"suggested" jsonb DEFAULT '[]' NOT NULL,
	"min_amount" bigint,
	"max_amount" bigint,
	"thank_you_subject" text DEFAULT '' NOT NULL,
	"thank_you_text" text DEFAULT '' NOT NULL,
	"image_url" text DEFAULT '' NOT NULL,
	"allow_anonymous" boolean DEFAULT true NOT NULL,
	"show_donors" boolean DEFAULT false NOT NULL,
	"allow_tribute" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"created_by" uuid,
	CONSTRAINT "giving_campaigns_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_campaigns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "giving_funds" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"deductible" boolean DEFAULT true NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"archived_at" timestamp with time zone,
	CONSTRAINT "giving_funds_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_funds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "gift_lines" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"gift_id" uuid NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"fund_id" uuid NOT NULL,
	"campaign_id" uuid,
	"amount" bigint NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"deductible" bigint NOT NULL,
	"memo" text DEFAULT '' NOT NULL,
	"counts" boolean DEFAULT false NOT NULL,
	"donor_id" uuid,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "gift_lines_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "gift_lines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "gift_thanks" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"gift_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"message_id" uuid,
	"sent_by" uuid,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "gift_thanks_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "gift_thanks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "gifts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"person_id" uuid,
	"household_id" uuid,
	"received_on" date NOT NULL,
	"method" text NOT NULL,
	"status" text NOT NULL,
	"source" text NOT NULL,
	"currency" text NOT NULL,
	"total" bigint NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"fee" bigint,
	"check_number" text DEFAULT '' NOT NULL,
	"envelope" text DEFAULT '' NOT NULL,
	"anonymous_public" boolean DEFAULT false NOT NULL,
	"tribute" text,
	"tribute_name" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"goods_value" bigint DEFAULT 0 NOT NULL,
	"goods_description" text DEFAULT '' NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"batch_id" uuid,
	"payment_id" uuid,
	"external_id" text,
	"entry_id" uuid,
	"posting" integer DEFAULT 0 NOT NULL,
	"void_reason" text DEFAULT '' NOT NULL,
	"voided_at" timestamp with time zone,
	"thanked_at" timestamp with time zone,
	"created_by" uuid,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "gifts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "gifts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "pledges" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid,
	"household_id" uuid,
	"fund_id" uuid,
	"campaign_id" uuid,
	"currency" text NOT NULL,
	"amount" bigint NOT NULL,
	"frequency" text NOT NULL,
	"start_date" date NOT NULL,
	"end_date" date,
	"note" text DEFAULT '' NOT NULL,
	"canceled_at" timestamp with time zone,
	"created_by" uuid,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "pledges_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "pledges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sales_invoice_counters" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"kind" text NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "sales_invoice_counters_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sales_invoice_counters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sales_invoice_credits" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"invoice_id" uuid NOT NULL,
	"key" text NOT NULL,
	"number" text NOT NULL,
	"issued_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"reason" text NOT NULL,
	"created_by" uuid,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "sales_invoice_credits_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sales_invoice_credits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sales_invoice_events" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"invoice_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"user_id" uuid,
	"amount" bigint,
	"detail" text DEFAULT '' NOT NULL,
	"key" text,
	"happened_at" timestamp with time zone NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "sales_invoice_events_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sales_invoice_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sales_invoice_fees" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"invoice_id" uuid NOT NULL,
	"period" integer NOT NULL,
	"charged_on" date NOT NULL,
	"amount" bigint NOT NULL,
	"reversed" bigint DEFAULT 0 NOT NULL,
	"reversals" integer DEFAULT 0 NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "sales_invoice_fees_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sales_invoice_fees" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sales_invoice_lines" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"invoice_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"description" text NOT NULL,
	"quantity" numeric(14,3) NOT NULL,
	"unit_amount" bigint NOT NULL,
	"tax_name" text DEFAULT '' NOT NULL,
	"tax_rate" numeric(7,3) DEFAULT '0' NOT NULL,
	"amount" bigint NOT NULL,
	"tax" bigint NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "sales_invoice_lines_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sales_invoice_lines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sales_invoice_payments" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"invoice_id" uuid NOT NULL,
	"payment_id" uuid,
	"credit_invoice_id" uuid,
	"key" text NOT NULL,
	"method" text NOT NULL,
	"amount" bigint NOT NULL,
	"paid_at" timestamp with time zone NOT NULL,
	"reference" text DEFAULT '' NOT NULL,
	"postings" integer DEFAULT 0 NOT NULL,
	"removed_at" timestamp with time zone,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "sales_invoice_payments_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sales_invoice_payments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sales_invoice_settings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"business_name" text NOT NULL,
	"business_address" text NOT NULL,
	"footer" text NOT NULL,
	"has_logo" boolean NOT NULL,
	"terms" text NOT NULL,
	"late_fees" boolean NOT NULL,
	"late_fee_kind" text NOT NULL,
	"late_fee_rate" numeric(7,3) NOT NULL,
	"late_fee_amount" bigint NOT NULL,
	"grace_days" integer NOT NULL,
	"late_fee_repeat" text NOT NULL,
	"late_fee_cap" bigint,
	"reminders" boolean NOT NULL,
	"schedule" integer[] NOT NULL,
	"reply_to" text NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "sales_invoice_settings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sales_invoice_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sales_invoices" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"number" text,
	"person_id" uuid,
	"customer_name" text NOT NULL,
	"customer_email" text DEFAULT '' NOT NULL,
	"customer_address" text DEFAULT '' NOT NULL,
	"currency" text NOT NULL,
	"terms" text NOT NULL,
	"memo" text DEFAULT '' NOT NULL,
	"issued_on" date,
	"due_on" date,
	"subtotal" bigint DEFAULT 0 NOT NULL,
	"tax" bigint DEFAULT 0 NOT NULL,
	"total" bigint DEFAULT 0 NOT NULL,
	"issuer" jsonb,
	"late_fee_terms" jsonb,
	"paid" bigint DEFAULT 0 NOT NULL,
	"credited" bigint DEFAULT 0 NOT NULL,
	"fees" bigint DEFAULT 0 NOT NULL,
	"late_fees_paused" boolean DEFAULT false NOT NULL,
	"reminders_stopped" text,
	"token_hash" text,
	"token_sealed" text,
	"finalized_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	"viewed_at" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"created_by" uuid,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "sales_invoices_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sales_invoices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sale_plans" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"currency" text NOT NULL,
	"trial_days" integer DEFAULT 14 NOT NULL,
	"features" text[] DEFAULT '{}'::text[] NOT NULL,
	"is_popular" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"gateways" text[],
	"created_by" uuid,
	CONSTRAINT "sale_plans_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sale_plans" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sale_prices" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"plan_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"interval" text NOT NULL,
	"replaced_at" timestamp with time zone,
	"moves_at_renewal" boolean DEFAULT false NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sale_prices_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sale_prices" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "gift_requests_gift" ON "gift_requests" ("client_id","gift_id");--> statement-breakpoint
CREATE INDEX "giving_batches_day" ON "giving_batches" ("client_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "giving_campaign_donors_one" ON "giving_campaign_donors" ("client_id","campaign_id","donor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "giving_campaign_totals_one" ON "giving_campaign_totals" ("client_id","campaign_id");--> statement-breakpoint
CREATE UNIQUE INDEX "giving_campaigns_slug" ON "giving_campaigns" ("client_id","slug");--> statement-breakpoint
CREATE INDEX "giving_campaigns_fund" ON "giving_campaigns" ("client_id","fund_id");--> statement-breakpoint
CREATE UNIQUE INDEX "giving_funds_code" ON "giving_funds" ("client_id","code");--> statement-breakpoint
CREATE UNIQUE INDEX "giving_funds_default" ON "giving_funds" ("client_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "gift_lines_of" ON "gift_lines" ("client_id","gift_id");--> statement-breakpoint
CREATE INDEX "gift_lines_fund" ON "gift_lines" ("client_id","fund_id");--> statement-breakpoint
CREATE INDEX "gift_lines_campaign" ON "gift_lines" ("client_id","campaign_id","donor_id");--> statement-breakpoint
CREATE INDEX "gift_thanks_of" ON "gift_thanks" ("client_id","gift_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gifts_key" ON "gifts" ("client_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "gifts_payment" ON "gifts" ("client_id","payment_id") WHERE payment_id is not null;--> statement-breakpoint
CREATE INDEX "gifts_day" ON "gifts" ("client_id","received_on","id");--> statement-breakpoint
CREATE INDEX "gifts_of_person" ON "gifts" ("client_id","person_id","received_on");--> statement-breakpoint
CREATE INDEX "gifts_of_household" ON "gifts" ("client_id","household_id");--> statement-breakpoint
CREATE INDEX "gifts_of_batch" ON "gifts" ("client_id","batch_id");--> statement-breakpoint
CREATE INDEX "pledges_person" ON "pledges" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "pledges_household" ON "pledges" ("client_id","household_id");--> statement-breakpoint
CREATE INDEX "pledges_fund" ON "pledges" ("client_id","fund_id");--> statement-breakpoint
CREATE INDEX "pledges_campaign" ON "pledges" ("client_id","campaign_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_invoice_counters_kind" ON "sales_invoice_counters" ("client_id","kind","year");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_invoice_credits_number" ON "sales_invoice_credits" ("client_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_invoice_credits_key" ON "sales_invoice_credits" ("client_id","invoice_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_invoice_events_key" ON "sales_invoice_events" ("client_id","invoice_id","key");--> statement-breakpoint
CREATE INDEX "sales_invoice_events_invoice" ON "sales_invoice_events" ("client_id","invoice_id","happened_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_invoice_fees_period" ON "sales_invoice_fees" ("client_id","invoice_id","period");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_invoice_lines_place" ON "sales_invoice_lines" ("client_id","invoice_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_invoice_payments_payment" ON "sales_invoice_payments" ("client_id","payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_invoice_payments_key" ON "sales_invoice_payments" ("client_id","invoice_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_invoice_settings_one" ON "sales_invoice_settings" ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_invoices_number" ON "sales_invoices" ("client_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "sales_invoices_token" ON "sales_invoices" ("token_hash");--> statement-breakpoint
CREATE INDEX "sales_invoices_person" ON "sales_invoices" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "sales_invoices_state" ON "sales_invoices" ("client_id","state","due_on");--> statement-breakpoint
CREATE INDEX "sales_invoices_email" ON "sales_invoices" ("client_id","customer_email");--> statement-breakpoint
CREATE INDEX "sale_prices_plan" ON "sale_prices" ("client_id","plan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sale_prices_current" ON "sale_prices" ("client_id","plan_id") WHERE replaced_at is null;--> statement-breakpoint
ALTER TABLE "gift_requests" ADD CONSTRAINT "gift_requests_of" FOREIGN KEY ("client_id","gift_id") REFERENCES "gifts"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "giving_campaign_donors" ADD CONSTRAINT "giving_campaign_donors_of" FOREIGN KEY ("client_id","campaign_id") REFERENCES "giving_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "giving_campaign_totals" ADD CONSTRAINT "giving_campaign_totals_of" FOREIGN KEY ("client_id","campaign_id") REFERENCES "giving_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "giving_campaigns" ADD CONSTRAINT "giving_campaigns_fund_fk" FOREIGN KEY ("client_id","fund_id") REFERENCES "giving_funds"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "gift_lines" ADD CONSTRAINT "gift_lines_gift" FOREIGN KEY ("client_id","gift_id") REFERENCES "gifts"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "gift_lines" ADD CONSTRAINT "gift_lines_fund_fk" FOREIGN KEY ("client_id","fund_id") REFERENCES "giving_funds"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "gift_lines" ADD CONSTRAINT "gift_lines_campaign_fk" FOREIGN KEY ("client_id","campaign_id") REFERENCES "giving_campaigns"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "gift_thanks" ADD CONSTRAINT "gift_thanks_gift" FOREIGN KEY ("client_id","gift_id") REFERENCES "gifts"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_person" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "gifts" ADD CONSTRAINT "gifts_batch" FOREIGN KEY ("client_id","batch_id") REFERENCES "giving_batches"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_fund_fk" FOREIGN KEY ("client_id","fund_id") REFERENCES "giving_funds"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "pledges" ADD CONSTRAINT "pledges_campaign_fk" FOREIGN KEY ("client_id","campaign_id") REFERENCES "giving_campaigns"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "sales_invoice_credits" ADD CONSTRAINT "sales_invoice_credits_invoice" FOREIGN KEY ("client_id","invoice_id") REFERENCES "sales_invoices"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "sales_invoice_events" ADD CONSTRAINT "sales_invoice_events_invoice" FOREIGN KEY ("client_id","invoice_id") REFERENCES "sales_invoices"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sales_invoice_fees" ADD CONSTRAINT "sales_invoice_fees_invoice" FOREIGN KEY ("client_id","invoice_id") REFERENCES "sales_invoices"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "sales_invoice_lines" ADD CONSTRAINT "sales_invoice_lines_invoice" FOREIGN KEY ("client_id","invoice_id") REFERENCES "sales_invoices"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sales_invoice_payments" ADD CONSTRAINT "sales_invoice_payments_invoice" FOREIGN KEY ("client_id","invoice_id") REFERENCES "sales_invoices"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "sale_prices" ADD CONSTRAINT "sale_prices_plan_fk" FOREIGN KEY ("client_id","plan_id") REFERENCES "sale_plans"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "gift_requests_client" ON "gift_requests" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "gift_requests_platform" ON "gift_requests" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_requests_readable" ON "gift_requests" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "gift_requests_changeable" ON "gift_requests" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_requests_deletable" ON "gift_requests" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_batches_client" ON "giving_batches" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_batches_platform" ON "giving_batches" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_batches_readable" ON "giving_batches" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_batches_changeable" ON "giving_batches" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_batches_deletable" ON "giving_batches" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_campaign_donors_client" ON "giving_campaign_donors" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_campaign_donors_platform" ON "giving_campaign_donors" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_campaign_donors_readable" ON "giving_campaign_donors" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_campaign_donors_changeable" ON "giving_campaign_donors" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_campaign_donors_deletable" ON "giving_campaign_donors" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_campaign_totals_client" ON "giving_campaign_totals" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_campaign_totals_platform" ON "giving_campaign_totals" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_campaign_totals_readable" ON "giving_campaign_totals" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_campaign_totals_changeable" ON "giving_campaign_totals" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_campaign_totals_deletable" ON "giving_campaign_totals" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_campaigns_client" ON "giving_campaigns" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_campaigns_platform" ON "giving_campaigns" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_funds_client" ON "giving_funds" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_funds_platform" ON "giving_funds" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_lines_client" ON "gift_lines" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "gift_lines_platform" ON "gift_lines" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_lines_readable" ON "gift_lines" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "gift_lines_changeable" ON "gift_lines" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_lines_deletable" ON "gift_lines" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "gift_thanks_client" ON "gift_thanks" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "gift_thanks_platform" ON "gift_thanks" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_thanks_readable" ON "gift_thanks" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "gift_thanks_changeable" ON "gift_thanks" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_thanks_deletable" ON "gift_thanks" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "gifts_client" ON "gifts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "gifts_platform" ON "gifts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gifts_readable" ON "gifts" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "gifts_changeable" ON "gifts" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gifts_deletable" ON "gifts" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "pledges_client" ON "pledges" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "pledges_platform" ON "pledges" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "pledges_readable" ON "pledges" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "pledges_changeable" ON "pledges" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "pledges_deletable" ON "pledges" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoice_counters_client" ON "sales_invoice_counters" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sales_invoice_counters_platform" ON "sales_invoice_counters" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoice_counters_readable" ON "sales_invoice_counters" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoice_counters_changeable" ON "sales_invoice_counters" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoice_counters_deletable" ON "sales_invoice_counters" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoice_credits_client" ON "sales_invoice_credits" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sales_invoice_credits_platform" ON "sales_invoice_credits" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoice_credits_readable" ON "sales_invoice_credits" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoice_credits_changeable" ON "sales_invoice_credits" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoice_credits_deletable" ON "sales_invoice_credits" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoice_events_client" ON "sales_invoice_events" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sales_invoice_events_platform" ON "sales_invoice_events" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoice_events_readable" ON "sales_invoice_events" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoice_events_changeable" ON "sales_invoice_events" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoice_events_deletable" ON "sales_invoice_events" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoice_fees_client" ON "sales_invoice_fees" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sales_invoice_fees_platform" ON "sales_invoice_fees" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoice_fees_readable" ON "sales_invoice_fees" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoice_fees_changeable" ON "sales_invoice_fees" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoice_fees_deletable" ON "sales_invoice_fees" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoice_lines_client" ON "sales_invoice_lines" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sales_invoice_lines_platform" ON "sales_invoice_lines" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoice_lines_readable" ON "sales_invoice_lines" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoice_lines_changeable" ON "sales_invoice_lines" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoice_lines_deletable" ON "sales_invoice_lines" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoice_payments_client" ON "sales_invoice_payments" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sales_invoice_payments_platform" ON "sales_invoice_payments" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoice_payments_readable" ON "sales_invoice_payments" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoice_payments_changeable" ON "sales_invoice_payments" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoice_payments_deletable" ON "sales_invoice_payments" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoice_settings_client" ON "sales_invoice_settings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sales_invoice_settings_platform" ON "sales_invoice_settings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoice_settings_readable" ON "sales_invoice_settings" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoice_settings_changeable" ON "sales_invoice_settings" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoice_settings_deletable" ON "sales_invoice_settings" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoices_client" ON "sales_invoices" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sales_invoices_platform" ON "sales_invoices" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoices_readable" ON "sales_invoices" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sales_invoices_changeable" ON "sales_invoices" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sales_invoices_deletable" ON "sales_invoices" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "sale_plans_client" ON "sale_plans" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sale_plans_platform" ON "sale_plans" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sale_prices_client" ON "sale_prices" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sale_prices_platform" ON "sale_prices" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
-- What a finalized invoice says is never changed, by anyone; who the customer is in the list of people may be.
CREATE FUNCTION sales_invoice_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.finalized_at IS NULL THEN RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END; END IF;
  IF TG_OP = 'DELETE' OR NEW.state = 'draft' OR
    (NEW.finalized_at, NEW.number, NEW.customer_name, NEW.customer_email, NEW.customer_address, NEW.currency, NEW.terms, NEW.memo,
      NEW.issued_on, NEW.due_on, NEW.subtotal, NEW.tax, NEW.total, NEW.issuer, NEW.late_fee_terms)
    IS DISTINCT FROM
    (OLD.finalized_at, OLD.number, OLD.customer_name, OLD.customer_email, OLD.customer_address, OLD.currency, OLD.terms, OLD.memo,
      OLD.issued_on, OLD.due_on, OLD.subtotal, OLD.tax, OLD.total, OLD.issuer, OLD.late_fee_terms) THEN
    RAISE EXCEPTION 'invoice % is final', OLD.number USING errcode = 'IN001';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER is_final BEFORE UPDATE OR DELETE ON "sales_invoices" FOR EACH ROW EXECUTE FUNCTION sales_invoice_is_final();--> statement-breakpoint
CREATE FUNCTION sales_invoice_line_is_final() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE line sales_invoice_lines := CASE TG_OP WHEN 'INSERT' THEN NEW ELSE OLD END;
BEGIN
  IF EXISTS (SELECT FROM sales_invoices i WHERE i.client_id = line.client_id AND i.id = line.invoice_id AND i.finalized_at IS NOT NULL) THEN
    RAISE EXCEPTION 'lines of a final invoice' USING errcode = 'IN001';
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;--> statement-breakpoint
CREATE TRIGGER is_final BEFORE INSERT OR UPDATE OR DELETE ON "sales_invoice_lines" FOR EACH ROW EXECUTE FUNCTION sales_invoice_line_is_final();--> statement-breakpoint
CREATE FUNCTION sales_invoice_row_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME USING errcode = 'IN001';
END $$;--> statement-breakpoint
CREATE TRIGGER is_final BEFORE UPDATE OR DELETE ON "sales_invoice_credits" FOR EACH ROW EXECUTE FUNCTION sales_invoice_row_is_final();--> statement-breakpoint
CREATE TRIGGER is_final BEFORE DELETE ON "sales_invoice_payments" FOR EACH ROW EXECUTE FUNCTION sales_invoice_row_is_final();--> statement-breakpoint
CREATE TRIGGER is_final BEFORE DELETE OR UPDATE OF period, charged_on, amount, invoice_id ON "sales_invoice_fees" FOR EACH ROW EXECUTE FUNCTION sales_invoice_row_is_final();--> statement-breakpoint
CREATE FUNCTION gift_counts(p_status text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$ SELECT p_status IN ('succeeded', 'partially_refunded', 'refunded') $$;--> statement-breakpoint
-- Whether a line counts, and for whom, is the gift's to say.
CREATE FUNCTION gift_line_follows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  SELECT gift_counts(g.status), g.person_id INTO NEW.counts, NEW.donor_id FROM gifts g WHERE g.client_id = NEW.client_id AND g.id = NEW.gift_id;
  NEW.counts := coalesce(NEW.counts, false);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER follows BEFORE INSERT OR UPDATE ON "gift_lines" FOR EACH ROW EXECUTE FUNCTION gift_line_follows();--> statement-breakpoint
CREATE FUNCTION gift_leads_lines() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  UPDATE gift_lines l SET updated_at = now() WHERE l.client_id = NEW.client_id AND l.gift_id = NEW.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER leads_lines AFTER UPDATE ON "gifts" FOR EACH ROW
  WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.person_id IS DISTINCT FROM NEW.person_id) EXECUTE FUNCTION gift_leads_lines();--> statement-breakpoint
-- Adds changes to the totals of campaigns, which are locked in one order.
CREATE FUNCTION giving_apply(p_changes jsonb) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE changed jsonb;
BEGIN
  SELECT jsonb_agg(s) INTO changed FROM (
    SELECT c.client_id, c.campaign_id, sum(c.amount) AS amount, sum(c.lines) AS lines
    FROM jsonb_to_recordset(p_changes) c (client_id uuid, campaign_id uuid, amount bigint, lines int) GROUP BY 1, 2) s;
  IF changed IS NULL THEN RETURN; END IF;
  INSERT INTO giving_campaign_totals (client_id, campaign_id)
  SELECT s.client_id, s.campaign_id FROM jsonb_to_recordset(changed) s (client_id uuid, campaign_id uuid) ORDER BY 2 ON CONFLICT DO NOTHING;
  PERFORM t.id FROM giving_campaign_totals t JOIN jsonb_to_recordset(changed) s (client_id uuid, campaign_id uuid) USING (client_id, campaign_id)
  ORDER BY t.campaign_id FOR NO KEY UPDATE OF t;
  WITH by_donor AS (
    SELECT c.client_id, c.campaign_id, c.donor_id, sum(c.lines)::int AS lines
    FROM jsonb_to_recordset(p_changes) c (client_id uuid, campaign_id uuid, donor_id uuid, lines int)
    WHERE c.donor_id IS NOT NULL GROUP BY 1, 2, 3 HAVING sum(c.lines) <> 0
  ), written AS (
    INSERT INTO giving_campaign_donors AS d (client_id, campaign_id, donor_id, lines) SELECT * FROM by_donor
    ON CONFLICT (client_id, campaign_id, donor_id) DO UPDATE SET lines = d.lines + excluded.lines
    RETURNING d.client_id, d.campaign_id, d.lines, (xmax = 0) AS is_new
  ), donors AS (
    SELECT w.client_id, w.campaign_id, (count(*) FILTER (WHERE w.is_new) - count(*) FILTER (WHERE w.lines = 0))::int AS more FROM written w GROUP BY 1, 2
  )
  UPDATE giving_campaign_totals t
  SET raised = t.raised + s.amount, lines = t.lines + s.lines, updated_at = now(),
    donors = t.donors + coalesce((SELECT o.more FROM donors o WHERE o.client_id = t.client_id AND o.campaign_id = t.campaign_id), 0)
  FROM jsonb_to_recordset(changed) s (client_id uuid, campaign_id uuid, amount bigint, lines int)
  WHERE t.client_id = s.client_id AND t.campaign_id = s.campaign_id;
  DELETE FROM giving_campaign_donors d USING jsonb_to_recordset(changed) s (client_id uuid, campaign_id uuid)
  WHERE d.client_id = s.client_id AND d.campaign_id = s.campaign_id AND d.lines = 0;
END $$;--> statement-breakpoint
REVOKE ALL ON FUNCTION giving_apply(jsonb) FROM public;--> statement-breakpoint
CREATE FUNCTION giving_lines_count() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM giving_apply(jsonb_agg(d)) FROM (SELECT client_id, campaign_id, donor_id, sum(amount - refunded) AS amount, count(*) AS lines
      FROM new_rows WHERE counts AND amount > refunded AND campaign_id IS NOT NULL GROUP BY 1, 2, 3) d;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM giving_apply(jsonb_agg(d)) FROM (SELECT client_id, campaign_id, donor_id, -sum(amount - refunded) AS amount, -count(*) AS lines
      FROM old_rows WHERE counts AND amount > refunded AND campaign_id IS NOT NULL GROUP BY 1, 2, 3) d;
  ELSE
    PERFORM giving_apply(jsonb_agg(d)) FROM (SELECT client_id, campaign_id, donor_id, sum(amount) AS amount, sum(lines) AS lines FROM (
        SELECT client_id, campaign_id, donor_id, amount - refunded AS amount, 1 AS lines FROM new_rows WHERE counts AND amount > refunded AND campaign_id IS NOT NULL
        UNION ALL
        SELECT client_id, campaign_id, donor_id, refunded - amount, -1 FROM old_rows WHERE counts AND amount > refunded AND campaign_id IS NOT NULL
      ) both_sides GROUP BY 1, 2, 3 HAVING sum(amount) <> 0 OR sum(lines) <> 0) d;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER counts_i AFTER INSERT ON "gift_lines" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION giving_lines_count();--> statement-breakpoint
CREATE TRIGGER counts_u AFTER UPDATE ON "gift_lines" REFERENCING NEW TABLE AS new_rows OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION giving_lines_count();--> statement-breakpoint
CREATE TRIGGER counts_d AFTER DELETE ON "gift_lines" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION giving_lines_count();--> statement-breakpoint
CREATE FUNCTION giving_is_derived() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'totals follow the lines of gifts' USING errcode = 'GV002';
END $$;--> statement-breakpoint
CREATE TRIGGER is_derived BEFORE INSERT OR UPDATE OR DELETE ON "giving_campaign_totals" FOR EACH STATEMENT WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION giving_is_derived();--> statement-breakpoint
CREATE TRIGGER is_derived BEFORE INSERT OR UPDATE OR DELETE ON "giving_campaign_donors" FOR EACH STATEMENT WHEN (pg_trigger_depth() < 1) EXECUTE FUNCTION giving_is_derived();--> statement-breakpoint
CREATE FUNCTION gift_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a gift is voided, never deleted' USING errcode = 'GV003';
END $$;--> statement-breakpoint
CREATE TRIGGER stays BEFORE DELETE ON "gifts" FOR EACH ROW EXECUTE FUNCTION gift_stays();--> statement-breakpoint
-- At commit the lines sum to their gift, in the currency of their campaigns.
CREATE FUNCTION gift_adds_up(p_client uuid, p_gift uuid) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE wrong text;
BEGIN
  SELECT format('%s lines of %s and %s', count(l.id), coalesce(sum(l.amount), 0), coalesce(sum(l.refunded), 0)) INTO wrong
  FROM gifts g LEFT JOIN gift_lines l ON l.client_id = g.client_id AND l.gift_id = g.id
  LEFT JOIN giving_campaigns c ON c.client_id = l.client_id AND c.id = l.campaign_id
  WHERE g.client_id = p_client AND g.id = p_gift GROUP BY g.id, g.client_id
  HAVING count(l.id) = 0 OR coalesce(sum(l.amount), 0) <> g.total OR coalesce(sum(l.refunded), 0) <> g.refunded
    OR count(*) FILTER (WHERE c.currency <> g.currency) > 0;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'a gift does not add up: %', wrong USING errcode = 'GV001';
  END IF;
END $$;--> statement-breakpoint
CREATE FUNCTION gift_checked() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  PERFORM gift_adds_up(NEW.client_id, NEW.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION gift_line_checked() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN PERFORM gift_adds_up(OLD.client_id, OLD.gift_id); END IF;
  IF TG_OP <> 'DELETE' THEN PERFORM gift_adds_up(NEW.client_id, NEW.gift_id); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT OR UPDATE ON "gifts" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION gift_checked();--> statement-breakpoint
CREATE CONSTRAINT TRIGGER adds_up AFTER INSERT OR UPDATE OR DELETE ON "gift_lines" DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION gift_line_checked();--> statement-breakpoint
-- Sums for members and their jobs who may not see gifts: visitors and people of the portal have no part in them.
CREATE FUNCTION giving_for_members() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('app.person_id', true), '') = ''
    AND coalesce(nullif(current_setting('app.actor', true), ''), '{}')::jsonb ->> 'type' IS DISTINCT FROM 'visitor'
$$;--> statement-breakpoint
CREATE FUNCTION giving_totals() RETURNS TABLE (campaign_id uuid, raised bigint, donors int)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT t.campaign_id, t.raised, t.donors FROM giving_campaign_totals t
  WHERE t.client_id = current_setting('app.client_id')::uuid AND giving_for_members()
$$;--> statement-breakpoint
CREATE FUNCTION giving_figures(p_from date, p_to date) RETURNS TABLE (currency text, total bigint, gifts bigint, donors bigint)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT g.currency, sum(g.total - g.refunded)::bigint, count(*), count(DISTINCT g.person_id) FROM gifts g
  WHERE g.client_id = current_setting('app.client_id')::uuid AND giving_for_members()
    AND g.received_on BETWEEN p_from AND p_to AND gift_counts(g.status) AND g.total > g.refunded
  GROUP BY g.currency ORDER BY 2 DESC
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION giving_totals() FROM public;--> statement-breakpoint
REVOKE ALL ON FUNCTION giving_figures(date, date) FROM public;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION giving_totals() TO lampstand_app;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION giving_figures(date, date) TO lampstand_app;
