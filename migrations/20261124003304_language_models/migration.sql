CREATE TABLE "language_model_reservations" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"month" text NOT NULL,
	"cost" bigint NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "language_model_reservations_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "language_model_reservations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "language_model_settings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"main" jsonb,
	"fallback" jsonb,
	"sealed_secrets" text,
	"last4" jsonb DEFAULT '{}' NOT NULL,
	"cap_cents" integer DEFAULT 2000 NOT NULL,
	CONSTRAINT "language_model_settings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "language_model_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "language_model_usage" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"month" text NOT NULL,
	"purpose" text NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"input_used" bigint NOT NULL,
	"output_used" bigint NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "language_model_usage_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "language_model_usage" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "language_model_reservations_month" ON "language_model_reservations" ("client_id","month","expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "language_model_settings_one" ON "language_model_settings" ("client_id");--> statement-breakpoint
CREATE UNIQUE INDEX "language_model_usage_one" ON "language_model_usage" ("client_id","month","purpose","provider","model");--> statement-breakpoint
CREATE POLICY "language_model_reservations_client" ON "language_model_reservations" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "language_model_reservations_platform" ON "language_model_reservations" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "language_model_settings_client" ON "language_model_settings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "language_model_settings_platform" ON "language_model_settings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "language_model_usage_client" ON "language_model_usage" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "language_model_usage_platform" ON "language_model_usage" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);