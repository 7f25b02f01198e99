CREATE TABLE "client_addresses" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"slug" text NOT NULL,
	CONSTRAINT "client_addresses_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "client_addresses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "slug_chosen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "client_addresses_slug" ON "client_addresses" ("slug");--> statement-breakpoint
CREATE POLICY "client_addresses_client" ON "client_addresses" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "client_addresses_platform" ON "client_addresses" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "client_addresses_identity" ON "client_addresses" AS PERMISSIVE FOR ALL TO "lampstand_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
INSERT INTO "client_addresses" ("client_id", "slug") SELECT "id", "slug" FROM "clients";
