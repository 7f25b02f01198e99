CREATE TABLE "topics" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"is_public" boolean DEFAULT true NOT NULL,
	"double_opt_in" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "topics_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "topics" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "conversation_openings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "conversation_openings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversation_openings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "conversation_views" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	CONSTRAINT "conversation_views_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "conversation_views" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "macro_runs" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"macro_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"tag_ids" jsonb DEFAULT '[]' NOT NULL,
	"message_ids" jsonb DEFAULT '[]' NOT NULL,
	"after" integer DEFAULT 0 NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "macro_runs_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "macro_runs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "macros" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"acts" jsonb NOT NULL,
	CONSTRAINT "macros_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "macros" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "scheduled_answers" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"conversation_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	"file_ids" jsonb DEFAULT '[]' NOT NULL,
	"user_id" uuid NOT NULL,
	"send_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"problem" text,
	CONSTRAINT "scheduled_answers_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "scheduled_answers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "snippets" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"shortcut" text DEFAULT '' NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "snippets_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "snippets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "email_events" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"campaign_id" uuid NOT NULL,
	"recipient_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"link" integer,
	"machine" text,
	CONSTRAINT "email_events_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "email_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "email_templates" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"preheader" text DEFAULT '' NOT NULL,
	"blocks" jsonb DEFAULT '[]' NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "email_templates_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "email_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "carrier_accounts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"account_sid" text,
	"sealed_token" text,
	"sealed_second_token" text,
	"token_last4" text DEFAULT '' NOT NULL,
	"key_sid" text,
	"sealed_key_secret" text,
	"messaging_service_sid" text,
	"friendly_name" text DEFAULT '' NOT NULL,
	"type" text,
	"balance" text,
	"checked_at" timestamp with time zone,
	"last_success_at" timestamp with time zone,
	"last_error" text,
	"last_error_at" timestamp with time zone,
	"record_calls" text DEFAULT 'off' NOT NULL,
	"retention_days" integer DEFAULT 90,
	"help_text" text DEFAULT '' NOT NULL,
	"greeting" text DEFAULT '' NOT NULL,
	"brand_status" text DEFAULT 'none' NOT NULL,
	"campaign_status" text DEFAULT 'none' NOT NULL,
	"consent_wording" text DEFAULT '' NOT NULL,
	CONSTRAINT "carrier_accounts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "carrier_accounts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "number_lines" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"number_id" uuid NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	CONSTRAINT "number_lines_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "number_lines" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "phone_numbers" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sid" text,
	"account_sid" text NOT NULL,
	"number" text NOT NULL,
	"friendly_name" text DEFAULT '' NOT NULL,
	"kind" text DEFAULT 'local' NOT NULL,
	"capabilities" jsonb NOT NULL,
	"state" text DEFAULT 'owned' NOT NULL,
	"active" boolean DEFAULT true NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"voice_route" text DEFAULT 'voicemail' NOT NULL,
	"forward_to" text,
	"verification" text DEFAULT 'none' NOT NULL,
	"monthly" bigint DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'USD' NOT NULL,
	"sms_url" text DEFAULT '' NOT NULL,
	"voice_url" text DEFAULT '' NOT NULL,
	"status_url" text DEFAULT '' NOT NULL,
	"hooks_checked_at" timestamp with time zone,
	"per_second" integer,
	"purchased_by" uuid,
	"released_at" timestamp with time zone,
	CONSTRAINT "phone_numbers_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "phone_numbers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sending_days" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"domain" text NOT NULL,
	"day" date NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sending_days_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sending_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sending_domains" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"domain" text NOT NULL,
	"selector" text NOT NULL,
	"dkim_secret" text NOT NULL,
	"public_key" text NOT NULL,
	"checks" jsonb,
	"checked_at" timestamp with time zone,
	"verified_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "sending_domains_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sending_domains" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
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
CREATE TABLE "call_recordings" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"call_id" uuid NOT NULL,
	"sid" text NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"duration" integer DEFAULT 0 NOT NULL,
	"file_id" uuid,
	CONSTRAINT "call_recordings_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "call_recordings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "calls" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"direction" text NOT NULL,
	"ours" text NOT NULL,
	"theirs" text NOT NULL,
	"our_phone" text DEFAULT '' NOT NULL,
	"user_id" uuid,
	"person_id" uuid,
	"state" text DEFAULT 'queued' NOT NULL,
	"stage" text DEFAULT 'agent' NOT NULL,
	"provider" text DEFAULT 'sandbox' NOT NULL,
	"sid" text,
	"answered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"duration" integer,
	"price" bigint,
	"currency" text,
	"problem" text,
	"missed" boolean DEFAULT false NOT NULL,
	"recorded" boolean DEFAULT false NOT NULL,
	"override_reason" text,
	"heard_at" timestamp with time zone,
	CONSTRAINT "calls_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "calls" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "inbound_events" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"provider" text NOT NULL,
	"event_id" text NOT NULL,
	"route" text NOT NULL,
	"query" jsonb DEFAULT '{}' NOT NULL,
	"payload" jsonb NOT NULL,
	"processed_at" timestamp with time zone,
	"error" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"copies" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "inbound_events_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "inbound_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "own_phones" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"user_id" uuid NOT NULL,
	"number" text NOT NULL,
	CONSTRAINT "own_phones_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "own_phones" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recording_plays" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"recording_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	CONSTRAINT "recording_plays_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "recording_plays" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "carrier_sandbox_callbacks" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"account" text NOT NULL,
	"url" text NOT NULL,
	"params" jsonb NOT NULL,
	"call_sid" text,
	"due_at" timestamp with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "carrier_sandbox_callbacks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "carrier_sandbox_objects" (
	"sid" text PRIMARY KEY,
	"kind" text NOT NULL,
	"account" text NOT NULL,
	"key" text DEFAULT '' NOT NULL,
	"data" jsonb NOT NULL,
	"due_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "carrier_sandbox_objects" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "carrier_sandbox_texts" (
	"sid" text PRIMARY KEY,
	"account" text NOT NULL,
	"direction" text NOT NULL,
	"sender" text NOT NULL,
	"recipient" text NOT NULL,
	"body" text NOT NULL,
	"media" jsonb DEFAULT '[]' NOT NULL,
	"state" text NOT NULL,
	"error_code" text,
	"segments" integer DEFAULT 1 NOT NULL,
	"price" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "carrier_sandbox_texts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "conversation_items" ADD COLUMN "call_id" uuid;--> statement-breakpoint
ALTER TABLE "conversation_items" ADD COLUMN "chat_id" uuid;--> statement-breakpoint
ALTER TABLE "conversation_items" ADD COLUMN "search" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversation_items" ADD COLUMN "key" uuid;--> statement-breakpoint
ALTER TABLE "conversation_items" ADD COLUMN "mentions" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "label" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "last_channel" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "last_in_id" uuid;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "confidential" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "audience" jsonb;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "blocks" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "from_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "split" jsonb;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "winner" text;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "sides" jsonb;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "links" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "email_campaigns" ADD COLUMN "listed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "email_recipients" ADD COLUMN "person_id" uuid;--> statement-breakpoint
ALTER TABLE "email_recipients" ADD COLUMN "arm" text;--> statement-breakpoint
ALTER TABLE "email_recipients" ADD COLUMN "skip_reason" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "quoted" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "automatic" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "confidential" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "from_address" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "error_code" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "segments" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "price" bigint;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "media" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "people" ADD COLUMN "grief_hold_until" date;--> statement-breakpoint
DROP INDEX "conversations_newest";--> statement-breakpoint
CREATE INDEX "conversations_newest" ON "conversations" ("client_id","status","last_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "topics_key" ON "topics" ("client_id","key");--> statement-breakpoint
CREATE INDEX "conversation_items_newest" ON "conversation_items" ("client_id","id");--> statement-breakpoint
CREATE INDEX "conversation_items_search" ON "conversation_items" USING gin ("client_id","search" gin_trgm_ops) WHERE search <> '';--> statement-breakpoint
CREATE INDEX "conversation_items_chat" ON "conversation_items" ("client_id","chat_id","id") WHERE chat_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_items_key" ON "conversation_items" ("client_id","conversation_id","key") WHERE key is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_items_call" ON "conversation_items" ("client_id","call_id");--> statement-breakpoint
CREATE INDEX "conversation_openings_recent" ON "conversation_openings" ("client_id","conversation_id","user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "conversation_views_name" ON "conversation_views" ("client_id","user_id","name");--> statement-breakpoint
CREATE INDEX "conversations_all" ON "conversations" ("client_id","last_at","id");--> statement-breakpoint
CREATE INDEX "conversations_assigned" ON "conversations" ("client_id","assigned_to","last_at","id");--> statement-breakpoint
CREATE INDEX "conversations_channel" ON "conversations" ("client_id","last_channel","last_at","id");--> statement-breakpoint
CREATE INDEX "conversations_waiting" ON "conversations" ("client_id","waiting_since","id") WHERE waiting_since is not null;--> statement-breakpoint
CREATE INDEX "conversations_label" ON "conversations" USING gin ("client_id","label" gin_trgm_ops) WHERE label <> '';--> statement-breakpoint
CREATE INDEX "conversations_unknown" ON "conversations" USING gin ("client_id","address" gin_trgm_ops) WHERE person_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "macros_name" ON "macros" ("client_id",lower(name));--> statement-breakpoint
CREATE INDEX "scheduled_answers_thread" ON "scheduled_answers" ("client_id","conversation_id","state");--> statement-breakpoint
CREATE UNIQUE INDEX "snippets_name" ON "snippets" ("client_id",lower(name));--> statement-breakpoint
CREATE UNIQUE INDEX "snippets_shortcut" ON "snippets" ("client_id","shortcut") WHERE shortcut <> '';--> statement-breakpoint
CREATE INDEX "email_events_of" ON "email_events" ("client_id","campaign_id","kind","recipient_id");--> statement-breakpoint
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
CREATE UNIQUE INDEX "carrier_accounts_one" ON "carrier_accounts" ("client_id");--> statement-breakpoint
CREATE INDEX "carrier_accounts_sid" ON "carrier_accounts" ("account_sid");--> statement-breakpoint
CREATE UNIQUE INDEX "number_lines_one" ON "number_lines" ("client_id","number_id");--> statement-breakpoint
CREATE UNIQUE INDEX "phone_numbers_once" ON "phone_numbers" ("account_sid","number") WHERE released_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "phone_numbers_default" ON "phone_numbers" ("client_id") WHERE is_default and released_at is null;--> statement-breakpoint
CREATE INDEX "phone_numbers_number" ON "phone_numbers" ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "sending_days_once" ON "sending_days" ("client_id","domain","day");--> statement-breakpoint
CREATE UNIQUE INDEX "sending_domains_once" ON "sending_domains" ("client_id","domain") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "arrived_mails_once" ON "arrived_mails" ("client_id","fingerprint");--> statement-breakpoint
CREATE INDEX "messages_texts" ON "messages" ("client_id","created_at","id") WHERE channel = 'sms';--> statement-breakpoint
CREATE INDEX "messages_texts_to" ON "messages" ("client_id","recipient","created_at") WHERE channel = 'sms';--> statement-breakpoint
CREATE INDEX "messages_texts_from" ON "messages" ("client_id","sender","id") WHERE channel = 'sms' and direction = 'in';--> statement-breakpoint
CREATE INDEX "messages_at_provider" ON "messages" ("client_id","provider_id") WHERE channel = 'sms';--> statement-breakpoint
CREATE INDEX "segments_name" ON "segments" ("client_id",lower(name),"id");--> statement-breakpoint
CREATE UNIQUE INDEX "household_suggestions_once" ON "household_suggestions" ("client_id","person_id","other_id");--> statement-breakpoint
CREATE UNIQUE INDEX "household_suggestions_other" ON "household_suggestions" ("client_id","other_id","person_id");--> statement-breakpoint
CREATE INDEX "people_grief" ON "people" ("client_id","grief_hold_until") WHERE grief_hold_until is not null;--> statement-breakpoint
CREATE INDEX "timeline_type" ON "timeline" ("client_id","type","at");--> statement-breakpoint
CREATE INDEX "sms_campaigns_newest" ON "sms_campaigns" ("client_id","created_at");--> statement-breakpoint
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
CREATE UNIQUE INDEX "call_recordings_sid" ON "call_recordings" ("client_id","sid");--> statement-breakpoint
CREATE INDEX "call_recordings_call" ON "call_recordings" ("client_id","call_id");--> statement-breakpoint
CREATE INDEX "calls_newest" ON "calls" ("client_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "calls_sid" ON "calls" ("client_id","sid");--> statement-breakpoint
CREATE INDEX "calls_going" ON "calls" ("client_id","state") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "inbound_events_once" ON "inbound_events" ("client_id","provider","event_id");--> statement-breakpoint
CREATE INDEX "inbound_events_newest" ON "inbound_events" ("client_id","created_at","id");--> statement-breakpoint
CREATE INDEX "inbound_events_failed" ON "inbound_events" ("client_id","attempts") WHERE processed_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "own_phones_one" ON "own_phones" ("client_id","user_id");--> statement-breakpoint
CREATE INDEX "recording_plays_of" ON "recording_plays" ("client_id","recording_id");--> statement-breakpoint
CREATE INDEX "carrier_sandbox_callbacks_due" ON "carrier_sandbox_callbacks" ("due_at");--> statement-breakpoint
CREATE INDEX "carrier_sandbox_of" ON "carrier_sandbox_objects" ("account","kind","key");--> statement-breakpoint
CREATE UNIQUE INDEX "carrier_sandbox_number" ON "carrier_sandbox_objects" ("key") WHERE kind = 'number';--> statement-breakpoint
CREATE INDEX "carrier_sandbox_due" ON "carrier_sandbox_objects" ("due_at") WHERE due_at is not null;--> statement-breakpoint
CREATE INDEX "carrier_sandbox_texts_to" ON "carrier_sandbox_texts" ("account","recipient","created_at");--> statement-breakpoint
ALTER TABLE "conversation_items" ADD CONSTRAINT "conversation_items_calls" FOREIGN KEY ("client_id","call_id") REFERENCES "calls"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "conversation_openings" ADD CONSTRAINT "conversation_openings_conversation" FOREIGN KEY ("client_id","conversation_id") REFERENCES "conversations"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "macro_runs" ADD CONSTRAINT "macro_runs_conversation" FOREIGN KEY ("client_id","conversation_id") REFERENCES "conversations"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "scheduled_answers" ADD CONSTRAINT "scheduled_answers_conversation" FOREIGN KEY ("client_id","conversation_id") REFERENCES "conversations"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "email_events" ADD CONSTRAINT "email_events_campaign" FOREIGN KEY ("client_id","campaign_id") REFERENCES "email_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "email_events" ADD CONSTRAINT "email_events_recipient" FOREIGN KEY ("client_id","recipient_id") REFERENCES "email_recipients"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "form_stats" ADD CONSTRAINT "form_stats_form" FOREIGN KEY ("client_id","form_id") REFERENCES "forms"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD CONSTRAINT "form_submissions_form" FOREIGN KEY ("client_id","form_id") REFERENCES "forms"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_form" FOREIGN KEY ("client_id","form_id") REFERENCES "forms"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_message" FOREIGN KEY ("client_id","message_id") REFERENCES "messages"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "message_files" ADD CONSTRAINT "message_files_file" FOREIGN KEY ("client_id","file_id") REFERENCES "files"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "number_lines" ADD CONSTRAINT "number_lines_number" FOREIGN KEY ("client_id","number_id") REFERENCES "phone_numbers"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "household_suggestions" ADD CONSTRAINT "household_suggestions_person" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "household_suggestions" ADD CONSTRAINT "household_suggestions_other_fk" FOREIGN KEY ("client_id","other_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sms_clicks" ADD CONSTRAINT "sms_clicks_link" FOREIGN KEY ("client_id","link_id") REFERENCES "sms_links"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sms_clicks" ADD CONSTRAINT "sms_clicks_recipient" FOREIGN KEY ("client_id","recipient_id") REFERENCES "sms_recipients"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sms_keyword_uses" ADD CONSTRAINT "sms_keyword_uses_keyword" FOREIGN KEY ("client_id","keyword_id") REFERENCES "sms_keywords"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sms_links" ADD CONSTRAINT "sms_links_campaign" FOREIGN KEY ("client_id","campaign_id") REFERENCES "sms_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sms_recipients" ADD CONSTRAINT "sms_recipients_campaign" FOREIGN KEY ("client_id","campaign_id") REFERENCES "sms_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "call_recordings" ADD CONSTRAINT "call_recordings_of" FOREIGN KEY ("client_id","call_id") REFERENCES "calls"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "call_recordings" ADD CONSTRAINT "call_recordings_file" FOREIGN KEY ("client_id","file_id") REFERENCES "files"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "recording_plays" ADD CONSTRAINT "recording_plays_recording" FOREIGN KEY ("client_id","recording_id") REFERENCES "call_recordings"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "topics_client" ON "topics" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "topics_platform" ON "topics" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "conversation_openings_client" ON "conversation_openings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "conversation_openings_platform" ON "conversation_openings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "conversation_views_client" ON "conversation_views" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "conversation_views_platform" ON "conversation_views" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "macro_runs_client" ON "macro_runs" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "macro_runs_platform" ON "macro_runs" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "macros_client" ON "macros" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "macros_platform" ON "macros" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "scheduled_answers_client" ON "scheduled_answers" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "scheduled_answers_platform" ON "scheduled_answers" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "snippets_client" ON "snippets" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "snippets_platform" ON "snippets" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "email_events_client" ON "email_events" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "email_events_platform" ON "email_events" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "email_templates_client" ON "email_templates" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "email_templates_platform" ON "email_templates" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
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
CREATE POLICY "carrier_accounts_client" ON "carrier_accounts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "carrier_accounts_platform" ON "carrier_accounts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "number_lines_client" ON "number_lines" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "number_lines_platform" ON "number_lines" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "phone_numbers_client" ON "phone_numbers" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "phone_numbers_platform" ON "phone_numbers" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sending_days_client" ON "sending_days" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sending_days_platform" ON "sending_days" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sending_domains_client" ON "sending_domains" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sending_domains_platform" ON "sending_domains" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
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
CREATE POLICY "sms_templates_platform" ON "sms_templates" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "call_recordings_client" ON "call_recordings" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "call_recordings_platform" ON "call_recordings" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "calls_client" ON "calls" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "calls_platform" ON "calls" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "inbound_events_client" ON "inbound_events" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "inbound_events_platform" ON "inbound_events" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "own_phones_client" ON "own_phones" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "own_phones_platform" ON "own_phones" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "recording_plays_client" ON "recording_plays" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "recording_plays_platform" ON "recording_plays" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "carrier_sandbox_callbacks_client" ON "carrier_sandbox_callbacks" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (false);--> statement-breakpoint
CREATE POLICY "carrier_sandbox_callbacks_platform" ON "carrier_sandbox_callbacks" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "carrier_sandbox_objects_client" ON "carrier_sandbox_objects" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (false);--> statement-breakpoint
CREATE POLICY "carrier_sandbox_objects_platform" ON "carrier_sandbox_objects" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "carrier_sandbox_texts_client" ON "carrier_sandbox_texts" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (false);--> statement-breakpoint
CREATE POLICY "carrier_sandbox_texts_platform" ON "carrier_sandbox_texts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
UPDATE conversation_items i SET search = left(coalesce((select concat_ws(' ', nullif(m.subject, ''), m.body_text) from messages m where m.client_id = i.client_id and m.id = i.message_id), i.body), 8000);--> statement-breakpoint
UPDATE conversations c SET
  last_channel = (select m.channel from conversation_items i join messages m on m.client_id = i.client_id and m.id = i.message_id where i.client_id = c.client_id and i.conversation_id = c.id order by i.id desc limit 1),
  last_in_id = (select i.id from conversation_items i where i.client_id = c.client_id and i.conversation_id = c.id and i.direction = 'in' order by i.id desc limit 1);
