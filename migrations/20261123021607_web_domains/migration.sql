CREATE TABLE "web_domains" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"host" text NOT NULL,
	"token" text NOT NULL,
	"is_primary" boolean DEFAULT false NOT NULL,
	"verified_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"missing_since" timestamp with time zone,
	"problem" text DEFAULT '' NOT NULL,
	CONSTRAINT "web_domains_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "web_domains" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "web_domains_host" ON "web_domains" ("client_id","host");--> statement-breakpoint
CREATE UNIQUE INDEX "web_domains_verified" ON "web_domains" ("host") WHERE verified_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "web_domains_primary" ON "web_domains" ("client_id") WHERE is_primary;--> statement-breakpoint
CREATE POLICY "web_domains_client" ON "web_domains" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "web_domains_platform" ON "web_domains" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);