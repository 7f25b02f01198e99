CREATE TABLE "chat_files" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"chat_id" uuid NOT NULL,
	"said" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	CONSTRAINT "chat_files_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "chat_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "conversation_visitors" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"chat_id" uuid NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"confirmed_at" timestamp with time zone,
	"here_until" timestamp with time zone,
	"seen_id" uuid,
	"mailed_id" uuid,
	"place" text DEFAULT '' NOT NULL,
	"no_mail" boolean DEFAULT false NOT NULL,
	CONSTRAINT "conversation_visitors_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversation_visitors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "form_partials" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"form_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"number" integer NOT NULL,
	"language" text DEFAULT '' NOT NULL,
	"payload" jsonb NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"phone" text DEFAULT '' NOT NULL,
	"stopped_at" text DEFAULT '' NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"link_sent_at" timestamp with time zone,
	CONSTRAINT "form_partials_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "form_partials" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "person_field_values" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"field_id" uuid NOT NULL,
	"body_text" text,
	"body_start" text GENERATED ALWAYS AS (lower(left(body_text, 200))) STORED,
	"body_number" double precision,
	"body_day" date,
	"body_flag" boolean,
	"body_options" text[],
	CONSTRAINT "person_field_values_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "person_field_values" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "person_fields" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"label" text NOT NULL,
	"type" text NOT NULL,
	"options" jsonb DEFAULT '[]' NOT NULL,
	"help" text DEFAULT '' NOT NULL,
	"group_name" text DEFAULT '' NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "person_fields_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "person_fields" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "merge_steps" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"merge_id" uuid NOT NULL,
	"table_name" text NOT NULL,
	"kind" text NOT NULL,
	"column_name" text DEFAULT '' NOT NULL,
	"from_id" uuid,
	"to_id" uuid,
	"payload" jsonb NOT NULL,
	CONSTRAINT "merge_steps_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "merge_steps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "person_aliases" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"conversation_id" uuid,
	"lead_id" uuid,
	"merge_id" uuid,
	CONSTRAINT "person_aliases_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "person_aliases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "person_merges" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"kept_id" uuid NOT NULL,
	"gone_id" uuid NOT NULL,
	"kept_name" text NOT NULL,
	"gone_name" text NOT NULL,
	"user_id" uuid,
	"undone_at" timestamp with time zone,
	"undone_by" uuid,
	CONSTRAINT "person_merges_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "person_merges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "chat_settings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"enabled" boolean DEFAULT false NOT NULL,
	"welcome" text DEFAULT 'Hello! How can we help you?' NOT NULL,
	"hours" text DEFAULT '' NOT NULL,
	"ask" text DEFAULT 'nothing' NOT NULL,
	"privacy" text DEFAULT 'We keep what you write here so that we can answer you, and show it to nobody outside our team.' NOT NULL,
	"domains" text[] DEFAULT '{}'::text[] NOT NULL,
	CONSTRAINT "chat_settings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "chat_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "browsers_here" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "browsers_here_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "browsers_here" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "call_steps" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"call_id" uuid NOT NULL,
	"turn" integer NOT NULL,
	"what" text NOT NULL,
	CONSTRAINT "call_steps_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "call_steps" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "voice_menus" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"greeting" text NOT NULL,
	"language" text DEFAULT 'en-US' NOT NULL,
	"keys" jsonb DEFAULT '[]' NOT NULL,
	"otherwise_to" text,
	CONSTRAINT "voice_menus_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "voice_menus" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "scheduled_answers" ADD COLUMN "sender" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "local_time" text;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "resend_of" uuid;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "answers_to" uuid;--> statement-breakpoint
ALTER TABLE "email_recipients" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "ip_hash" text;--> statement-breakpoint
ALTER TABLE "form_stats" ADD COLUMN "exits" jsonb DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD COLUMN "language" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier_accounts" ADD COLUMN "transcribe" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier_accounts" ADD COLUMN "office_hours" jsonb DEFAULT '[{"from":"09:00","to":"17:00"},{"from":"09:00","to":"17:00"},{"from":"09:00","to":"17:00"},{"from":"09:00","to":"17:00"},{"from":"09:00","to":"17:00"},null,null]' NOT NULL;--> statement-breakpoint
ALTER TABLE "carrier_accounts" ADD COLUMN "voice_app_sid" text;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "menu_id" uuid;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "by_hours" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "closed_route" text DEFAULT 'voicemail' NOT NULL;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "closed_forward_to" text;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "closed_menu_id" uuid;--> statement-breakpoint
ALTER TABLE "phone_numbers" ADD COLUMN "missed_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "urgent" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "answers_id" uuid;--> statement-breakpoint
ALTER TABLE "imports" ADD COLUMN "mapped_as" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "time_zone" text;--> statement-breakpoint
ALTER TABLE "support_conversations" ADD COLUMN "form" text DEFAULT 'site' NOT NULL;--> statement-breakpoint
ALTER TABLE "support_conversations" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "support_conversations" ADD COLUMN "signs" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "support_conversations" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
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
ALTER TABLE "call_recordings" ADD COLUMN "transcript" text;--> statement-breakpoint
ALTER TABLE "call_recordings" ADD COLUMN "transcript_sid" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "via" text DEFAULT 'phone' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_files_file" ON "chat_files" ("client_id","file_id");--> statement-breakpoint
CREATE INDEX "chat_files_said" ON "chat_files" ("client_id","chat_id","said");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_drafts_one" ON "conversation_drafts" ("client_id","conversation_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_visitors_chat" ON "conversation_visitors" ("client_id","chat_id");--> statement-breakpoint
CREATE INDEX "conversations_asleep" ON "conversations" ("snoozed_until") WHERE status = 'snoozed';--> statement-breakpoint
CREATE UNIQUE INDEX "email_campaigns_resend" ON "email_campaigns" ("client_id","resend_of") WHERE resend_of is not null;--> statement-breakpoint
CREATE INDEX "files_from" ON "files" ("client_id","ip_hash","created_at") WHERE ip_hash is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "form_partials_once" ON "form_partials" ("client_id","key");--> statement-breakpoint
CREATE INDEX "form_partials_newest" ON "form_partials" ("client_id","form_id","updated_at");--> statement-breakpoint
CREATE INDEX "form_partials_expiring" ON "form_partials" ("client_id","expires_at");--> statement-breakpoint
CREATE INDEX "leads_untold" ON "leads" ("follow_up_at") WHERE deleted_at is null and status <> 'closed' and overdue_told_for is distinct from follow_up_at;--> statement-breakpoint
CREATE INDEX "messages_answers" ON "messages" ("client_id","answers_id") WHERE answers_id is not null;--> statement-breakpoint
CREATE INDEX "messages_filtered" ON "messages" ("client_id","batch_id") WHERE error_code = '30007';--> statement-breakpoint
CREATE UNIQUE INDEX "person_field_values_once" ON "person_field_values" ("client_id","person_id","field_id");--> statement-breakpoint
CREATE INDEX "person_field_values_field" ON "person_field_values" ("client_id","field_id","person_id");--> statement-breakpoint
CREATE INDEX "person_field_values_text" ON "person_field_values" ("client_id","field_id","body_start") WHERE body_start is not null;--> statement-breakpoint
CREATE INDEX "person_field_values_number" ON "person_field_values" ("client_id","field_id","body_number") WHERE body_number is not null;--> statement-breakpoint
CREATE INDEX "person_field_values_day" ON "person_field_values" ("client_id","field_id","body_day") WHERE body_day is not null;--> statement-breakpoint
CREATE INDEX "person_field_values_flag" ON "person_field_values" ("client_id","field_id","body_flag") WHERE body_flag is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "person_fields_key" ON "person_fields" ("client_id","key");--> statement-breakpoint
CREATE INDEX "person_fields_order" ON "person_fields" ("client_id","position");--> statement-breakpoint
CREATE INDEX "merge_steps_merge" ON "merge_steps" ("client_id","merge_id","id");--> statement-breakpoint
CREATE INDEX "person_aliases_person" ON "person_aliases" ("client_id","person_id");--> statement-breakpoint
CREATE UNIQUE INDEX "person_merges_gone" ON "person_merges" ("client_id","gone_id") WHERE undone_at is null;--> statement-breakpoint
CREATE INDEX "person_merges_kept" ON "person_merges" ("client_id","kept_id");--> statement-breakpoint
CREATE INDEX "people_gone" ON "people" ("client_id","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "support_conversations_held" ON "support_conversations" ("client_id","held_at") WHERE held_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "chat_settings_one" ON "chat_settings" ("client_id");--> statement-breakpoint
CREATE INDEX "sms_campaigns_going" ON "sms_campaigns" ("client_id") WHERE state = 'sending';--> statement-breakpoint
CREATE UNIQUE INDEX "sms_campaigns_run" ON "sms_campaigns" ("client_id","series_id","run_on") WHERE series_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "sms_registrations_one" ON "sms_registrations" ("client_id");--> statement-breakpoint
CREATE INDEX "sms_series_list" ON "sms_series" ("client_id","state","next_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sms_votes_once" ON "sms_votes" ("client_id","campaign_id","number");--> statement-breakpoint
CREATE INDEX "sms_votes_message" ON "sms_votes" ("client_id","message_id");--> statement-breakpoint
CREATE UNIQUE INDEX "browsers_here_one" ON "browsers_here" ("client_id","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "call_steps_once" ON "call_steps" ("client_id","call_id","turn");--> statement-breakpoint
ALTER TABLE "chat_files" ADD CONSTRAINT "chat_files_files" FOREIGN KEY ("client_id","file_id") REFERENCES "files"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "conversation_drafts" ADD CONSTRAINT "conversation_drafts_conversation" FOREIGN KEY ("client_id","conversation_id") REFERENCES "conversations"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "form_partials" ADD CONSTRAINT "form_partials_form" FOREIGN KEY ("client_id","form_id") REFERENCES "forms"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_field_values" ADD CONSTRAINT "person_field_values_person" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_field_values" ADD CONSTRAINT "person_field_values_field_fk" FOREIGN KEY ("client_id","field_id") REFERENCES "person_fields"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "merge_steps" ADD CONSTRAINT "merge_steps_merge_fk" FOREIGN KEY ("client_id","merge_id") REFERENCES "person_merges"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_aliases" ADD CONSTRAINT "person_aliases_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_merges" ADD CONSTRAINT "person_merges_kept_fk" FOREIGN KEY ("client_id","kept_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "person_merges" ADD CONSTRAINT "person_merges_gone_fk" FOREIGN KEY ("client_id","gone_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sms_votes" ADD CONSTRAINT "sms_votes_campaign" FOREIGN KEY ("client_id","campaign_id") REFERENCES "sms_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "call_steps" ADD CONSTRAINT "call_steps_of" FOREIGN KEY ("client_id","call_id") REFERENCES "calls"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "chat_files_client" ON "chat_files" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "chat_files_platform" ON "chat_files" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "conversation_drafts_client" ON "conversation_drafts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "conversation_drafts_platform" ON "conversation_drafts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "conversation_visitors_client" ON "conversation_visitors" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "conversation_visitors_platform" ON "conversation_visitors" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "form_partials_client" ON "form_partials" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "form_partials_platform" ON "form_partials" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "person_field_values_client" ON "person_field_values" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "person_field_values_platform" ON "person_field_values" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "person_fields_client" ON "person_fields" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "person_fields_platform" ON "person_fields" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "merge_steps_client" ON "merge_steps" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "merge_steps_platform" ON "merge_steps" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "person_aliases_client" ON "person_aliases" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "person_aliases_platform" ON "person_aliases" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "person_merges_client" ON "person_merges" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "person_merges_platform" ON "person_merges" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "chat_settings_client" ON "chat_settings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "chat_settings_platform" ON "chat_settings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_registrations_client" ON "sms_registrations" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_registrations_platform" ON "sms_registrations" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_series_client" ON "sms_series" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_series_platform" ON "sms_series" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_votes_client" ON "sms_votes" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_votes_platform" ON "sms_votes" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "browsers_here_client" ON "browsers_here" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "browsers_here_platform" ON "browsers_here" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "call_steps_client" ON "call_steps" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "call_steps_platform" ON "call_steps" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "voice_menus_client" ON "voice_menus" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "voice_menus_platform" ON "voice_menus" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);