CREATE TABLE "giving_texts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"message_id" uuid NOT NULL,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"amount" bigint,
	"fund_id" uuid,
	"frequency" text,
	"token_hash" text,
	"expires_at" timestamp with time zone,
	"keeps_card" boolean DEFAULT false NOT NULL,
	"gift_id" uuid,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "giving_texts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "giving_text_givers" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"number" text NOT NULL,
	"person_id" uuid,
	"saved_id" uuid,
	"needs" text GENERATED ALWAYS AS ('giving') STORED,
	CONSTRAINT "giving_text_givers_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_text_givers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "giving_text_settings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	CONSTRAINT "giving_text_settings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "giving_text_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "giving_texts_message" ON "giving_texts" ("client_id","message_id");--> statement-breakpoint
CREATE INDEX "giving_texts_number" ON "giving_texts" ("client_id","number","created_at");--> statement-breakpoint
CREATE INDEX "giving_texts_token" ON "giving_texts" ("client_id","token_hash");--> statement-breakpoint
CREATE INDEX "giving_texts_gift" ON "giving_texts" ("client_id","gift_id");--> statement-breakpoint
CREATE UNIQUE INDEX "giving_text_givers_number" ON "giving_text_givers" ("client_id","number");--> statement-breakpoint
CREATE INDEX "giving_text_givers_person" ON "giving_text_givers" ("client_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "giving_text_settings_one" ON "giving_text_settings" ("client_id");--> statement-breakpoint
ALTER TABLE "giving_texts" ADD CONSTRAINT "giving_texts_gift_fk" FOREIGN KEY ("client_id","gift_id") REFERENCES "gifts"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "giving_text_givers" ADD CONSTRAINT "giving_text_givers_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "giving_texts_client" ON "giving_texts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_texts_platform" ON "giving_texts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_texts_readable" ON "giving_texts" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_texts_changeable" ON "giving_texts" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_texts_deletable" ON "giving_texts" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_text_givers_client" ON "giving_text_givers" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_text_givers_platform" ON "giving_text_givers" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_text_givers_readable" ON "giving_text_givers" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_text_givers_changeable" ON "giving_text_givers" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "giving_text_givers_deletable" ON "giving_text_givers" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "giving_text_settings_client" ON "giving_text_settings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "giving_text_settings_platform" ON "giving_text_settings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);