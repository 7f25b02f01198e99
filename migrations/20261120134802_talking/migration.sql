CREATE TABLE "form_stats" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"form_id" uuid NOT NULL,
	"day" date NOT NULL,
	"views" integer DEFAULT 0 NOT NULL,
	"starts" integer DEFAULT 0 NOT NULL,
	"completes" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "form_stats_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "form_stats" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "form_submissions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"form_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"number" integer NOT NULL,
	"payload" jsonb NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"via" text DEFAULT 'link' NOT NULL,
	"signs" jsonb DEFAULT '[]' NOT NULL,
	"ip" text DEFAULT '' NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"privacy" text DEFAULT 'team' NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"search_body" text DEFAULT '' NOT NULL,
	"person_id" uuid,
	"household_id" uuid,
	"match" text,
	"assigned_to" uuid,
	"processed_at" timestamp with time zone,
	"problem" text,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "form_submissions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "form_submissions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "form_versions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"form_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"published_by" uuid,
	CONSTRAINT "form_versions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "form_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "forms" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"template" text NOT NULL,
	"draft" jsonb NOT NULL,
	"handling" jsonb NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"live" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"fresh" boolean DEFAULT false NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "forms_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "forms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "message_files" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"message_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	CONSTRAINT "message_files_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "message_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "arrived_mails" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"fingerprint" text NOT NULL,
	"source" text NOT NULL,
	"file_id" uuid NOT NULL,
	"size" bigint NOT NULL,
	"state" text DEFAULT 'new' NOT NULL,
	"kind" text,
	"account_id" uuid,
	"problem" text,
	"processed_at" timestamp with time zone,
	CONSTRAINT "arrived_mails_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "arrived_mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "segments" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"conditions" jsonb NOT NULL,
	"created_by" uuid,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "segments_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "segments" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "household_suggestions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"other_id" uuid NOT NULL,
	"shares" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	CONSTRAINT "household_suggestions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "household_suggestions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms_campaigns" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"body" text NOT NULL,
	"topic" text NOT NULL,
	"audience" jsonb NOT NULL,
	"state" text NOT NULL,
	"mode" text NOT NULL,
	"scheduled_for" timestamp with time zone,
	"local_time" text,
	"opens_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"made_by" uuid,
	"problem" text,
	CONSTRAINT "sms_campaigns_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sms_campaigns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms_clicks" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"link_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"bot" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sms_clicks_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sms_clicks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms_keyword_uses" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"keyword_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"number" text NOT NULL,
	CONSTRAINT "sms_keyword_uses_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sms_keyword_uses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms_keywords" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"word" text NOT NULL,
	"reply" text DEFAULT '' NOT NULL,
	"topic" text DEFAULT '' NOT NULL,
	"group_id" uuid,
	"tag_id" uuid,
	"active" boolean DEFAULT true NOT NULL,
	"uses" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "sms_keywords_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sms_keywords" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms_links" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"campaign_id" uuid NOT NULL,
	"target" text NOT NULL,
	"code" text NOT NULL,
	CONSTRAINT "sms_links_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sms_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms_recipients" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"campaign_id" uuid NOT NULL,
	"number" text NOT NULL,
	"person_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"message_id" uuid,
	"segments" integer DEFAULT 0 NOT NULL,
	"cost" bigint DEFAULT 0 NOT NULL,
	"written_at" timestamp with time zone,
	"code" text NOT NULL,
	CONSTRAINT "sms_recipients_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sms_recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms_settings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"monthly_cap" bigint,
	"long_texts" boolean DEFAULT false NOT NULL,
	CONSTRAINT "sms_settings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sms_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms_templates" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"body" text NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "sms_templates_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sms_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "quoted" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "grief_hold_until" date;--> statement-breakpoint
CREATE UNIQUE INDEX "form_stats_day" ON "form_stats" ("client_id","form_id","day");--> statement-breakpoint
CREATE UNIQUE INDEX "form_submissions_once" ON "form_submissions" ("client_id","key");--> statement-breakpoint
CREATE INDEX "form_submissions_newest" ON "form_submissions" ("client_id","form_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "form_submissions_recent" ON "form_submissions" ("client_id","form_id","created_at");--> statement-breakpoint
CREATE INDEX "form_submissions_search" ON "form_submissions" USING gin ("client_id","search_body" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "form_submissions_person" ON "form_submissions" ("client_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "form_versions_number" ON "form_versions" ("client_id","form_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "forms_slug" ON "forms" ("slug");--> statement-breakpoint
CREATE INDEX "forms_newest" ON "forms" ("client_id","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "message_files_message" ON "message_files" ("client_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "arrived_mails_once" ON "arrived_mails" ("client_id","fingerprint");--> statement-breakpoint
CREATE INDEX "segments_name" ON "segments" ("client_id",lower(name),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "household_suggestions_once" ON "household_suggestions" ("client_id","person_id","other_id");--> statement-breakpoint
CREATE UNIQUE INDEX "household_suggestions_other" ON "household_suggestions" ("client_id","other_id","person_id");--> statement-breakpoint
CREATE INDEX "people_grief" ON "people" ("client_id","grief_hold_until") WHERE grief_hold_until is not null;--> statement-breakpoint
CREATE INDEX "timeline_type" ON "timeline" ("client_id","type","at");--> statement-breakpoint
CREATE INDEX "sms_campaigns_newest" ON "sms_campaigns" ("client_id","id");--> statement-breakpoint
CREATE INDEX "sms_campaigns_state" ON "sms_campaigns" ("client_id","state");--> statement-breakpoint
CREATE INDEX "sms_clicks_of" ON "sms_clicks" ("client_id","recipient_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sms_keyword_uses_once" ON "sms_keyword_uses" ("client_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sms_keywords_word" ON "sms_keywords" ("client_id","word") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sms_links_target" ON "sms_links" ("client_id","campaign_id","target");--> statement-breakpoint
CREATE UNIQUE INDEX "sms_links_code" ON "sms_links" ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "sms_recipients_once" ON "sms_recipients" ("client_id","campaign_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "sms_recipients_code" ON "sms_recipients" ("client_id","campaign_id","code");--> statement-breakpoint
CREATE INDEX "sms_recipients_waiting" ON "sms_recipients" ("client_id","campaign_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "sms_recipients_spent" ON "sms_recipients" ("client_id","written_at") WHERE cost > 0;--> statement-breakpoint
CREATE UNIQUE INDEX "sms_settings_one" ON "sms_settings" ("client_id");--> statement-breakpoint
CREATE INDEX "sms_templates_list" ON "sms_templates" ("client_id","category","name") WHERE deleted_at is null;--> statement-breakpoint
ALTER TABLE "form_stats" ADD CONSTRAINT "form_stats_form" FOREIGN KEY ("client_id","form_id") REFERENCES "forms"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD CONSTRAINT "form_submissions_form" FOREIGN KEY ("client_id","form_id") REFERENCES "forms"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_form" FOREIGN KEY ("client_id","form_id") REFERENCES "forms"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_message" FOREIGN KEY ("client_id","message_id") REFERENCES "messages"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_file" FOREIGN KEY ("client_id","file_id") REFERENCES "files"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "household_suggestions" ADD CONSTRAINT "household_suggestions_person" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "household_suggestions" ADD CONSTRAINT "household_suggestions_other_fk" FOREIGN KEY ("client_id","other_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sms_clicks" ADD CONSTRAINT "sms_clicks_link" FOREIGN KEY ("client_id","link_id") REFERENCES "sms_links"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sms_clicks" ADD CONSTRAINT "sms_clicks_recipient" FOREIGN KEY ("client_id","recipient_id") REFERENCES "sms_recipients"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sms_keyword_uses" ADD CONSTRAINT "sms_keyword_uses_keyword" FOREIGN KEY ("client_id","keyword_id") REFERENCES "sms_keywords"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sms_links" ADD CONSTRAINT "sms_links_campaign" FOREIGN KEY ("client_id","campaign_id") REFERENCES "sms_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD CONSTRAINT "sms_recipients_campaign" FOREIGN KEY ("client_id","campaign_id") REFERENCES "sms_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "form_stats_client" ON "form_stats" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "form_stats_platform" ON "form_stats" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "form_submissions_client" ON "form_submissions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "form_submissions_platform" ON "form_submissions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "form_versions_client" ON "form_versions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "form_versions_platform" ON "form_versions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "forms_client" ON "forms" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "forms_platform" ON "forms" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "message_files_client" ON "message_files" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "message_files_platform" ON "message_files" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "arrived_mails_client" ON "arrived_mails" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "arrived_mails_platform" ON "arrived_mails" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "segments_client" ON "segments" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "segments_platform" ON "segments" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "household_suggestions_client" ON "household_suggestions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "household_suggestions_platform" ON "household_suggestions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_campaigns_client" ON "sms_campaigns" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_campaigns_platform" ON "sms_campaigns" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_clicks_client" ON "sms_clicks" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_clicks_platform" ON "sms_clicks" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_keyword_uses_client" ON "sms_keyword_uses" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_keyword_uses_platform" ON "sms_keyword_uses" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_keywords_client" ON "sms_keywords" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_keywords_platform" ON "sms_keywords" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_links_client" ON "sms_links" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_links_platform" ON "sms_links" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_recipients_client" ON "sms_recipients" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_recipients_platform" ON "sms_recipients" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_settings_client" ON "sms_settings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_settings_platform" ON "sms_settings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_templates_client" ON "sms_templates" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_templates_platform" ON "sms_templates" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);