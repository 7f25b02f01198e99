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
ALTER TABLE "sales_invoice_credits" ADD CONSTRAINT "sales_invoice_credits_invoice" FOREIGN KEY ("client_id","invoice_id") REFERENCES "sales_invoices"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "sales_invoice_events" ADD CONSTRAINT "sales_invoice_events_invoice" FOREIGN KEY ("client_id","invoice_id") REFERENCES "sales_invoices"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sales_invoice_fees" ADD CONSTRAINT "sales_invoice_fees_invoice" FOREIGN KEY ("client_id","invoice_id") REFERENCES "sales_invoices"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "sales_invoice_lines" ADD CONSTRAINT "sales_invoice_lines_invoice" FOREIGN KEY ("client_id","invoice_id") REFERENCES "sales_invoices"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sales_invoice_payments" ADD CONSTRAINT "sales_invoice_payments_invoice" FOREIGN KEY ("client_id","invoice_id") REFERENCES "sales_invoices"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "sale_prices" ADD CONSTRAINT "sale_prices_plan_fk" FOREIGN KEY ("client_id","plan_id") REFERENCES "sale_plans"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
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
CREATE TRIGGER is_final BEFORE DELETE OR UPDATE OF period, charged_on, amount, invoice_id ON "sales_invoice_fees" FOR EACH ROW EXECUTE FUNCTION sales_invoice_row_is_final();
