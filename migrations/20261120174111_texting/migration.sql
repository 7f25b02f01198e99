CREATE TABLE "sms_registrations" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"legal_name" text DEFAULT '' NOT NULL,
	"ein" text DEFAULT '' NOT NULL,
	"website" text DEFAULT '' NOT NULL,
	"privacy_url" text DEFAULT '' NOT NULL,
	"done" text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT "sms_registrations_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sms_registrations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms_series" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"body" text NOT NULL,
	"topic" text NOT NULL,
	"audience" jsonb NOT NULL,
	"split" jsonb,
	"poll" jsonb,
	"answers_to" uuid,
	"rule" jsonb NOT NULL,
	"time" text NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"most_runs" integer,
	"runs" integer DEFAULT 0 NOT NULL,
	"state" text DEFAULT 'active' NOT NULL,
	"next_on" date,
	"next_at" timestamp with time zone,
	"made_by" uuid,
	CONSTRAINT "sms_series_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sms_series" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms_votes" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"campaign_id" uuid NOT NULL,
	"number" text NOT NULL,
	"option" integer NOT NULL,
	"message_id" uuid NOT NULL,
	"voted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sms_votes_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sms_votes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "asked_by" uuid;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "decided_by" uuid;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "decision_note" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "split" jsonb;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "decided_split_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "winner" text;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "sides" jsonb;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "poll" jsonb;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "poll_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "answers_to" uuid;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "urgent_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "sms_campaigns" ADD COLUMN "run_on" date;--> statement-breakpoint
ALTER TABLE "sms_keywords" ADD COLUMN "answers_to" uuid;--> statement-breakpoint
ALTER TABLE "sms_keywords" ADD COLUMN "urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD COLUMN "arm" text;--> statement-breakpoint
ALTER TABLE "sms_settings" ADD COLUMN "approval" text DEFAULT 'count' NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_settings" ADD COLUMN "approval_above" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_settings" ADD COLUMN "sunday_guard" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_settings" ADD COLUMN "sunday_from" integer DEFAULT 8 NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_settings" ADD COLUMN "sunday_until" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "sms_campaigns_run" ON "sms_campaigns" ("client_id","series_id","run_on") WHERE series_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sms_registrations_one" ON "sms_registrations" ("client_id");--> statement-breakpoint
CREATE INDEX "sms_series_list" ON "sms_series" ("client_id","state","next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sms_votes_once" ON "sms_votes" ("client_id","campaign_id","number");--> statement-breakpoint
CREATE INDEX "sms_votes_message" ON "sms_votes" ("client_id","message_id");--> statement-breakpoint
ALTER TABLE "sms_votes" ADD CONSTRAINT "sms_votes_campaign" FOREIGN KEY ("client_id","campaign_id") REFERENCES "sms_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "sms_registrations_client" ON "sms_registrations" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_registrations_platform" ON "sms_registrations" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_series_client" ON "sms_series" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_series_platform" ON "sms_series" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_votes_client" ON "sms_votes" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_votes_platform" ON "sms_votes" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);