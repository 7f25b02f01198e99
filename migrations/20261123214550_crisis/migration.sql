CREATE TABLE "crisis_alerts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"source_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"rounds" integer DEFAULT 0 NOT NULL,
	"taken_by" uuid,
	"taken_at" timestamp with time zone,
	"closed_by" uuid,
	"closed_at" timestamp with time zone,
	"false_alarm" boolean DEFAULT false NOT NULL,
	CONSTRAINT "crisis_alerts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "crisis_alerts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "crisis_pages" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"alert_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"phone" text,
	CONSTRAINT "crisis_pages_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "crisis_pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "crisis_settings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"escalate_minutes" smallint DEFAULT 3 NOT NULL,
	CONSTRAINT "crisis_settings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "crisis_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "crisis_shifts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"weekdays" smallint[] NOT NULL,
	"from_minute" smallint NOT NULL,
	"until_minute" smallint NOT NULL,
	"phone" text,
	CONSTRAINT "crisis_shifts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "crisis_shifts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE UNIQUE INDEX "crisis_alerts_source" ON "crisis_alerts" ("client_id","source","source_id");--> statement-breakpoint
CREATE INDEX "crisis_alerts_state" ON "crisis_alerts" ("client_id","state","id");--> statement-breakpoint
CREATE UNIQUE INDEX "crisis_pages_one" ON "crisis_pages" ("client_id","alert_id","user_id","round");--> statement-breakpoint
CREATE UNIQUE INDEX "crisis_settings_one" ON "crisis_settings" ("client_id");--> statement-breakpoint
ALTER TABLE "crisis_pages" ADD CONSTRAINT "crisis_pages_alert_fk" FOREIGN KEY ("client_id","alert_id") REFERENCES "crisis_alerts"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "crisis_alerts_client" ON "crisis_alerts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "crisis_alerts_platform" ON "crisis_alerts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "crisis_pages_client" ON "crisis_pages" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "crisis_pages_platform" ON "crisis_pages" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "crisis_settings_client" ON "crisis_settings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "crisis_settings_platform" ON "crisis_settings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "crisis_shifts_client" ON "crisis_shifts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "crisis_shifts_platform" ON "crisis_shifts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);