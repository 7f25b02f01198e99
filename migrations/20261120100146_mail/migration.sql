CREATE TABLE "email_campaigns" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"topic" text DEFAULT 'newsletter' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"preheader" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	"sender_name" text DEFAULT '' NOT NULL,
	"reply_to" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"scheduled_for" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"slug" text,
	"made_by" uuid,
	"problem" text,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "email_campaigns_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "email_campaigns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "email_recipients" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"campaign_id" uuid NOT NULL,
	"address" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"message_id" uuid,
	"unsubscribed_at" timestamp with time zone,
	CONSTRAINT "email_recipients_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "email_recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mail_reports" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"message_id" uuid NOT NULL,
	"value" text NOT NULL,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	CONSTRAINT "mail_reports_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "mail_reports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "consents" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "purpose" text DEFAULT 'transactional' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "topic" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "sender_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reply_to" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "headers" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "batch_id" uuid;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "skip_reason" text;--> statement-breakpoint
DROP INDEX "consents_value";--> statement-breakpoint
CREATE INDEX "consents_value" ON "consents" ("client_id","channel","topic","value","id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_campaigns_ready" ON "email_campaigns" ("client_id") WHERE state = 'ready' and deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "email_campaigns_slug" ON "email_campaigns" ("client_id","slug") WHERE slug is not null;--> statement-breakpoint
CREATE INDEX "email_campaigns_newest" ON "email_campaigns" ("client_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "email_recipients_once" ON "email_recipients" ("client_id","campaign_id","address");--> statement-breakpoint
CREATE INDEX "email_recipients_waiting" ON "email_recipients" ("client_id","campaign_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "mail_reports_once" ON "mail_reports" ("client_id","message_id","kind");--> statement-breakpoint
CREATE INDEX "mail_reports_value" ON "mail_reports" ("client_id","value","kind");--> statement-breakpoint
CREATE INDEX "messages_batch" ON "messages" ("client_id","batch_id","state") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "messages_marketing" ON "messages" ("client_id","recipient","created_at") WHERE purpose = 'marketing';--> statement-breakpoint
ALTER TABLE "email_recipients" ADD CONSTRAINT "email_recipients_campaign" FOREIGN KEY ("client_id","campaign_id") REFERENCES "email_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail_reports" ADD CONSTRAINT "mail_reports_message" FOREIGN KEY ("client_id","message_id") REFERENCES "messages"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "suppressions_identity" ON "suppressions" AS PERMISSIVE FOR ALL TO "lampstand_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "email_campaigns_client" ON "email_campaigns" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "email_campaigns_platform" ON "email_campaigns" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "email_recipients_client" ON "email_recipients" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "email_recipients_platform" ON "email_recipients" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "mail_reports_client" ON "mail_reports" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "mail_reports_platform" ON "mail_reports" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);