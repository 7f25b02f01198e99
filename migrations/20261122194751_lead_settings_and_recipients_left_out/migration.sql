CREATE TABLE "lead_settings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"stage_titles" jsonb DEFAULT '{}' NOT NULL,
	"outcome_titles" jsonb DEFAULT '{}' NOT NULL,
	"show_value" boolean DEFAULT false NOT NULL,
	CONSTRAINT "lead_settings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "lead_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD COLUMN "left_out" text;--> statement-breakpoint
CREATE UNIQUE INDEX "lead_settings_one" ON "lead_settings" ("client_id");--> statement-breakpoint
CREATE POLICY "lead_settings_client" ON "lead_settings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "lead_settings_platform" ON "lead_settings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);