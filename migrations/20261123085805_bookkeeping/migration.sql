CREATE TABLE "bookkeeping_codes" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"code" text NOT NULL,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "bookkeeping_codes_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "bookkeeping_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bank_lines" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"day" date NOT NULL,
	"description" text NOT NULL,
	"amount" bigint NOT NULL,
	"currency" text NOT NULL,
	"entry_id" uuid,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "bank_lines_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "bank_lines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "bookkeeping_codes_key" ON "bookkeeping_codes" ("client_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_key" ON "bank_lines" ("client_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_lines_entry" ON "bank_lines" ("client_id","entry_id");--> statement-breakpoint
CREATE INDEX "bank_lines_day" ON "bank_lines" ("client_id","day","id");--> statement-breakpoint
CREATE INDEX "gift_aid_claim_gifts_declared" ON "gift_aid_claim_gifts" ("client_id","declaration_id");--> statement-breakpoint
ALTER TABLE "bank_lines" ADD CONSTRAINT "bank_lines_entry_fk" FOREIGN KEY ("client_id","entry_id") REFERENCES "ledger_entries"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
CREATE POLICY "bookkeeping_codes_client" ON "bookkeeping_codes" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "bookkeeping_codes_platform" ON "bookkeeping_codes" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "bookkeeping_codes_readable" ON "bookkeeping_codes" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "bookkeeping_codes_changeable" ON "bookkeeping_codes" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "bookkeeping_codes_deletable" ON "bookkeeping_codes" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "bank_lines_client" ON "bank_lines" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "bank_lines_platform" ON "bank_lines" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "bank_lines_readable" ON "bank_lines" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "bank_lines_changeable" ON "bank_lines" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "bank_lines_deletable" ON "bank_lines" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));