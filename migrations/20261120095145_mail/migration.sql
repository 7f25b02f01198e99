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
CREATE UNIQUE INDEX "mail_reports_once" ON "mail_reports" ("client_id","message_id","kind");--> statement-breakpoint
CREATE INDEX "mail_reports_value" ON "mail_reports" ("client_id","value","kind");--> statement-breakpoint
CREATE INDEX "messages_batch" ON "messages" ("client_id","batch_id","state") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "messages_marketing" ON "messages" ("client_id","recipient","created_at") WHERE purpose = 'marketing';--> statement-breakpoint
ALTER TABLE "mail_reports" ADD CONSTRAINT "mail_reports_message" FOREIGN KEY ("client_id","message_id") REFERENCES "messages"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "suppressions_identity" ON "suppressions" AS PERMISSIVE FOR ALL TO "lampstand_identity" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "mail_reports_client" ON "mail_reports" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "mail_reports_platform" ON "mail_reports" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);