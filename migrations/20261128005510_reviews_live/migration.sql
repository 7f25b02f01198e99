CREATE TABLE "review_authorizations" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"state_hash" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "review_authorizations_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_authorizations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_connections" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sealed_token" text NOT NULL,
	"created_by" uuid,
	CONSTRAINT "review_connections_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "testimonies" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"content" text NOT NULL,
	"name_shown" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"consent_words" text DEFAULT '' NOT NULL,
	"consent_on" date,
	"consent_how" text,
	"expires_on" date NOT NULL,
	"approved_by" uuid,
	"published_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "testimonies_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "testimonies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms_monthly_costs" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"month" date NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "sms_monthly_costs_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sms_monthly_costs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "review_sources" ADD COLUMN "connection_id" uuid;--> statement-breakpoint
ALTER TABLE "review_sources" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "review_authorizations_state" ON "review_authorizations" ("client_id","state_hash");--> statement-breakpoint
CREATE INDEX "review_sources_connection" ON "review_sources" ("client_id","connection_id");--> statement-breakpoint
CREATE INDEX "testimonies_person" ON "testimonies" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "testimonies_newest" ON "testimonies" ("client_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "sms_monthly_costs_one" ON "sms_monthly_costs" ("client_id","month");--> statement-breakpoint
ALTER TABLE "review_sources" ADD CONSTRAINT "review_sources_connection_fk" FOREIGN KEY ("client_id","connection_id") REFERENCES "review_connections"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "testimonies" ADD CONSTRAINT "testimonies_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "review_authorizations_client" ON "review_authorizations" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "review_authorizations_platform" ON "review_authorizations" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "review_connections_client" ON "review_connections" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "review_connections_platform" ON "review_connections" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "testimonies_client" ON "testimonies" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "testimonies_platform" ON "testimonies" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_monthly_costs_client" ON "sms_monthly_costs" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_monthly_costs_platform" ON "sms_monthly_costs" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);