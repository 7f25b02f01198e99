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
CREATE UNIQUE INDEX "gift_requests_gift" ON "gift_requests" ("client_id","gift_id");--> statement-breakpoint
ALTER TABLE "gift_requests" ADD CONSTRAINT "gift_requests_of" FOREIGN KEY ("client_id","gift_id") REFERENCES "gifts"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "gift_requests_client" ON "gift_requests" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "gift_requests_platform" ON "gift_requests" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_requests_readable" ON "gift_requests" AS RESTRICTIVE FOR SELECT TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));--> statement-breakpoint
CREATE POLICY "gift_requests_changeable" ON "gift_requests" AS RESTRICTIVE FOR UPDATE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[])) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "gift_requests_deletable" ON "gift_requests" AS RESTRICTIVE FOR DELETE TO "lampstand_app", "lampstand_platform" USING (needs is null or needs = any((select string_to_array(current_setting('app.rights', true), ' '))::text[]));