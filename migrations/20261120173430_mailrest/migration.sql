CREATE TABLE "conversation_drafts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text DEFAULT '' NOT NULL,
	CONSTRAINT "conversation_drafts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversation_drafts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "local_time" text;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "resend_of" uuid;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "answers_to" uuid;--> statement-breakpoint
ALTER TABLE "email_recipients" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "answers_id" uuid;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "time_zone" text;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_drafts_one" ON "conversation_drafts" ("client_id","conversation_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "email_campaigns_resend" ON "email_campaigns" ("client_id","resend_of") WHERE resend_of is not null;--> statement-breakpoint
CREATE INDEX "messages_answers" ON "messages" ("client_id","answers_id") WHERE answers_id is not null;--> statement-breakpoint
ALTER TABLE "conversation_drafts" ADD CONSTRAINT "conversation_drafts_conversation" FOREIGN KEY ("client_id","conversation_id") REFERENCES "conversations"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "conversation_drafts_client" ON "conversation_drafts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "conversation_drafts_platform" ON "conversation_drafts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);