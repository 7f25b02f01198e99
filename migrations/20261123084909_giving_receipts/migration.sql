CREATE TABLE "gift_aid_declarations" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"address" text NOT NULL,
	"postcode" text NOT NULL,
	"covers_from" date NOT NULL,
	"covers_to" date,
	"source" text NOT NULL,
	"wording" text NOT NULL,
	"made_on" date NOT NULL,
	"record_sent_on" date,
	"canceled_on" date,
	"created_by" uuid,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "gift_aid_declarations_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "gift_aid_declarations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "gift_aid_claim_gifts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"claim_id" uuid NOT NULL,
	"gift_id" uuid NOT NULL,
	"declaration_id" uuid NOT NULL,
	"amount" bigint NOT NULL,
	"claimed_at" timestamp with time zone NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "gift_aid_claim_gifts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "gift_aid_claim_gifts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "gift_aid_claims" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"total" bigint NOT NULL,
	"created_by" uuid,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "gift_aid_claims_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "gift_aid_claims" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "giving_receipt_counters" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"year" integer NOT NULL,
	"last" integer NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "giving_receipt_counters_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_receipt_counters" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "giving_receipt_settings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"legal_name" text NOT NULL,
	"address" text NOT NULL,
	"tax_id" text DEFAULT '' NOT NULL,
	"place_issued" text DEFAULT '' NOT NULL,
	"signatory" text DEFAULT '' NOT NULL,
	"signatory_title" text DEFAULT '' NOT NULL,
	"signature_id" uuid,
	"prefix" text DEFAULT '' NOT NULL,
	"year_end" text DEFAULT '12-31' NOT NULL,
	"contact" text DEFAULT '' NOT NULL,
	"email_receipts" boolean DEFAULT false NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "giving_receipt_settings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_receipt_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "giving_receipts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"number" text NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'issued' NOT NULL,
	"person_id" uuid NOT NULL,
	"donor_key" uuid NOT NULL,
	"scope" text DEFAULT 'person' NOT NULL,
	"gift_id" uuid,
	"gift_ids" uuid[] NOT NULL,
	"period_from" date,
	"period_to" date,
	"issued_on" date NOT NULL,
	"snapshot" jsonb NOT NULL,
	"figures" text NOT NULL,
	"replaces" uuid,
	"reason" text DEFAULT '' NOT NULL,
	"run_id" uuid,
	"outdated_at" timestamp with time zone,
	"emailed_at" timestamp with time zone,
	"voided_at" timestamp with time zone,
	"created_by" uuid,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "giving_receipts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_receipts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "giving_signatures" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"picture" text NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "giving_signatures_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_signatures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "giving_statement_runs" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"period_from" date NOT NULL,
	"period_to" date NOT NULL,
	"scope" text NOT NULL,
	"state" text DEFAULT 'running' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"cursor" uuid,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"issued" integer DEFAULT 0 NOT NULL,
	"replaced" integer DEFAULT 0 NOT NULL,
	"voided" integer DEFAULT 0 NOT NULL,
	"mail_at" timestamp with time zone,
	"mail_cursor" uuid,
	"mail_done" timestamp with time zone,
	"created_by" uuid,
	"finished_at" timestamp with time zone,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "giving_statement_runs_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_statement_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "gift_requests" ADD COLUMN "gift_aid" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "gift_aid_declarations_person" ON "gift_aid_declarations" ("client_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "gift_aid_claim_gifts_once" ON "gift_aid_claim_gifts" ("client_id","gift_id");--> statement-breakpoint
CREATE INDEX "gift_aid_claim_gifts_claim" ON "gift_aid_claim_gifts" ("client_id","claim_id");--> statement-breakpoint
CREATE UNIQUE INDEX "giving_receipt_counters_year" ON "giving_receipt_counters" ("client_id","year");--> statement-breakpoint
CREATE UNIQUE INDEX "giving_receipt_settings_one" ON "giving_receipt_settings" ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "giving_receipts_number" ON "giving_receipts" ("client_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "giving_receipts_gift" ON "giving_receipts" ("client_id","gift_id") WHERE status = 'issued' and kind = 'gift';--> statement-breakpoint
CREATE UNIQUE INDEX "giving_receipts_statement" ON "giving_receipts" ("client_id","donor_key","period_from","period_to") WHERE status = 'issued' and kind = 'statement';--> statement-breakpoint
CREATE INDEX "giving_receipts_gifts" ON "giving_receipts" USING gin ("gift_ids");--> statement-breakpoint
CREATE INDEX "giving_receipts_person" ON "giving_receipts" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "giving_receipts_run" ON "giving_receipts" ("client_id","run_id");--> statement-breakpoint
ALTER TABLE "gift_aid_declarations" ADD CONSTRAINT "gift_aid_declarations_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "gift_aid_claim_gifts" ADD CONSTRAINT "gift_aid_claim_gifts_claim_fk" FOREIGN KEY ("client_id","claim_id") REFERENCES "gift_aid_claims"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "gift_aid_claim_gifts" ADD CONSTRAINT "gift_aid_claim_gifts_gift" FOREIGN KEY ("client_id","gift_id") REFERENCES "gifts"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "gift_aid_claim_gifts" ADD CONSTRAINT "gift_aid_claim_gifts_declaration" FOREIGN KEY ("client_id","declaration_id") REFERENCES "gift_aid_declarations"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "giving_receipts" ADD CONSTRAINT "giving_receipts_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
CREATE POLICY "gift_aid_declarations_client" ON "gift_aid_declarations" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "gift_aid_declarations_platform" ON "gift_aid_declarations" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_aid_declarations_readable" ON "gift_aid_declarations" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "gift_aid_declarations_changeable" ON "gift_aid_declarations" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_aid_declarations_deletable" ON "gift_aid_declarations" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "gift_aid_claim_gifts_client" ON "gift_aid_claim_gifts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "gift_aid_claim_gifts_platform" ON "gift_aid_claim_gifts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_aid_claim_gifts_readable" ON "gift_aid_claim_gifts" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "gift_aid_claim_gifts_changeable" ON "gift_aid_claim_gifts" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_aid_claim_gifts_deletable" ON "gift_aid_claim_gifts" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "gift_aid_claims_client" ON "gift_aid_claims" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "gift_aid_claims_platform" ON "gift_aid_claims" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_aid_claims_readable" ON "gift_aid_claims" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "gift_aid_claims_changeable" ON "gift_aid_claims" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_aid_claims_deletable" ON "gift_aid_claims" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_receipt_counters_client" ON "giving_receipt_counters" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_receipt_counters_platform" ON "giving_receipt_counters" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_receipt_counters_readable" ON "giving_receipt_counters" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_receipt_counters_changeable" ON "giving_receipt_counters" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_receipt_counters_deletable" ON "giving_receipt_counters" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_receipt_settings_client" ON "giving_receipt_settings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_receipt_settings_platform" ON "giving_receipt_settings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_receipt_settings_readable" ON "giving_receipt_settings" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_receipt_settings_changeable" ON "giving_receipt_settings" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_receipt_settings_deletable" ON "giving_receipt_settings" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_receipts_client" ON "giving_receipts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_receipts_platform" ON "giving_receipts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_receipts_readable" ON "giving_receipts" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_receipts_changeable" ON "giving_receipts" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_receipts_deletable" ON "giving_receipts" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_signatures_client" ON "giving_signatures" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_signatures_platform" ON "giving_signatures" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_signatures_readable" ON "giving_signatures" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_signatures_changeable" ON "giving_signatures" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_signatures_deletable" ON "giving_signatures" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_statement_runs_client" ON "giving_statement_runs" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_statement_runs_platform" ON "giving_statement_runs" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_statement_runs_readable" ON "giving_statement_runs" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_statement_runs_changeable" ON "giving_statement_runs" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_statement_runs_deletable" ON "giving_statement_runs" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
-- What a receipt says is never changed, by anyone. It can end once, be marked, and follow its person in a merge.
CREATE FUNCTION giving_receipt_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    RAISE EXCEPTION 'receipt % is voided, never deleted', OLD.number USING errcode = 'GV004';
  END IF;
  IF (NEW.number, NEW.kind, NEW.donor_key, NEW.scope, NEW.gift_id, NEW.gift_ids, NEW.period_from, NEW.period_to, NEW.issued_on,
      NEW.snapshot, NEW.figures, NEW.replaces, NEW.run_id, NEW.created_by)
    IS DISTINCT FROM
     (OLD.number, OLD.kind, OLD.donor_key, OLD.scope, OLD.gift_id, OLD.gift_ids, OLD.period_from, OLD.period_to, OLD.issued_on,
      OLD.snapshot, OLD.figures, OLD.replaces, OLD.run_id, OLD.created_by)
    OR (OLD.status <> 'issued' AND (NEW.status, NEW.reason) IS DISTINCT FROM (OLD.status, OLD.reason))
    OR (NEW.status = 'issued' AND NEW.reason IS DISTINCT FROM OLD.reason) THEN
    RAISE EXCEPTION 'receipt % is final', OLD.number USING errcode = 'GV004';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER is_final BEFORE UPDATE OR DELETE ON "giving_receipts" FOR EACH ROW EXECUTE FUNCTION giving_receipt_is_final();--> statement-breakpoint
CREATE FUNCTION giving_signature_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'receipts show this signature' USING errcode = 'GV004';
END $$;--> statement-breakpoint
CREATE TRIGGER is_final BEFORE UPDATE OR DELETE ON "giving_signatures" FOR EACH ROW EXECUTE FUNCTION giving_signature_is_final();
